import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Key } from 'selenium-webdriver';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../e2e/pages.ts';
import { findMails } from '../support/find-mails.ts';
import { respond, serveNames } from '../support/name-server.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { hasWebKit, openWebKit, type WebKitWindow } from './webkit.ts';

/*
 * One journey for each feature in WebKitGTK, the Linux port of Safari's engine. The whole browser suite runs in Chromium and Firefox.
 */
const GALLERY = '/events/port-of-domains-hamburg-2026';
const DAY_S = 86_400;

const data = mkdtempSync(path.join(tmpdir(), 'webkit-data-'));

/** JavaScript that replaces `fetch`: if the URL contains `part`, it returns the value of the expression `response`. */
const answerFetch = (part: string, response: string): string =>
  `{ const original = fetch;
   window.fetch = (input, options) =>
     String(input instanceof Request ? input.url : input).includes('${part}') ? ${response} : original(input, options); }`;

const REJECT_COOKIES = `Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });`;

const fillContact = async (page: WebKitWindow, message: string): Promise<void> => {
  await page.fill('[name=name]', 'Ada Example');
  await page.fill('[name=email]', 'ada@example.org');
  await page.run(`document.querySelector('[name=topic]').selectedIndex = 2;`);
  await page.fill('[name=message]', message);
};

const CONFIRMATION = /^(?:Message sent|Application received|Report received)$/;

/** Sends until the confirmation is shown: the server rejects forms that are filled in too fast. */
const sendUntilStored = (page: WebKitWindow, label: string): Promise<void> =>
  expect
    .poll(
      async () => {
        const heading = await page.textOf('h1');
        if (CONFIRMATION.test(heading)) return heading;
        await page.click({ text: label });
        return heading;
      },
      { interval: 2_000, timeout: 40_000 },
    )
    .toMatch(CONFIRMATION);

const scrollPosition = (page: WebKitWindow): Promise<number> => page.run(`return Math.round(scrollY);`);

/** Whether the top of an element is within the upper `share` of the window; 1 is the whole window. */
const isInWindow = (page: WebKitWindow, selector: string, share = 1): Promise<boolean> =>
  page.run(
    `const top = document.querySelector(arguments[0])?.getBoundingClientRect().top ?? -1;
     return top >= 0 && top < innerHeight * arguments[1];`,
    selector,
    share,
  );

describe.skipIf(!hasWebKit)('WebKit', () => {
  let site: Awaited<ReturnType<typeof startSiteProcess>>;
  let names: Awaited<ReturnType<typeof serveNames>>;
  /** A window in which most journeys take place, one after the other. */
  let page: WebKitWindow;
  let closePage = async (): Promise<void> => undefined;

  beforeAll(async () => {
    names = await serveNames((question) => [
      respond(question, {
        answers:
          question.type === 'NS'
            ? [{ type: 'NS', name: question.name, data: 'ns1.park.net', ttl: 60, class: 'IN' }]
            : [],
      }),
    ]);
    site = await startSiteProcess({
      DATA_DIR: data,
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      VERSION_POLL_S: '1',
      DNS_RESOLVERS: `127.0.0.1:${names.resolver.port}`,
      PARKING_NAMESERVERS: 'ns1.park.net',
    });
    page = await openWebKit(site.url, { init: REJECT_COOKIES, hasAnimations: false }, (close) => {
      closePage = close;
    });
  });
  afterAll(async () => {
    await closePage();
    await site?.stop();
    names?.close();
  });
  // Until its first visit, the window shows about:blank, which has no storage.
  afterEach(() => page.run(`if (location.protocol === 'http:') localStorage.clear();`));

  const openBrowser = (options: Parameters<typeof openWebKit>[1]) =>
    openWebKit(site.url, { ...options, init: REJECT_COOKIES + (options?.init ?? '') });

  test('on a phone cookies can be accepted, the menu leads to a page without loading a document, and Back restores the scroll position', async () => {
    const phone = await openWebKit(site.url, { width: 360, height: 800 });
    await phone.visit('/solutions');
    await phone.click('#cookie-box button[value=all]');
    await expect.poll(() => phone.isShown('#cookie-box')).toBe(false);

    const cookies = Object.fromEntries((await phone.cookies()).map((cookie) => [cookie.name, cookie]));
    const now = Date.now() / 1_000;
    const daysOf = (name: string): number => Math.round((Number(cookies[name]?.expiry) - now) / DAY_S);
    expect(daysOf('cc_cookie')).toBe(182);
    expect(daysOf('cookies_consent')).toBe(365);
    expect(JSON.parse(decodeURIComponent(cookies.cc_cookie?.value ?? '')).categories).toContain('necessary');

    await phone.click('[popovertarget="site-menu"]');
    await expect.poll(() => phone.isShown('#site-menu')).toBe(true);
    await phone.press(Key.ESCAPE);
    await expect.poll(() => phone.isShown('#site-menu')).toBe(false);
    await phone.hydrate();
    await phone.run(`window.isSameDocument = true;`);
    await phone.click('[popovertarget="site-menu"]');
    await phone.click({ text: 'News', within: 'site-menu' });
    await expect.poll(phone.pathname).toBe('/news');
    await expect.poll(() => phone.isShown('#site-menu')).toBe(false);

    // On going back, WebKit skips history entries that were not created by a real click.
    await phone.click('footer a[href$="/solutions"]');
    await expect.poll(phone.pathname).toBe('/solutions');
    await phone.click('footer a[href$="/news"]');
    await expect.poll(phone.pathname).toBe('/news');
    await expect.poll(() => scrollPosition(phone)).toBe(0);
    await phone.back();
    await expect.poll(phone.pathname).toBe('/solutions');
    await expect.poll(() => isInWindow(phone, 'footer a[href$="/news"]')).toBe(true);
    expect(await phone.run(`return window.isSameDocument;`)).toBe(true);
  });

  test('the FAQ search lists three answers while the visitor types', async () => {
    await page.visit('/faq');
    await page.fill('input[type=search]', 'payout');
    await expect.poll(() => page.textOf('[role=status]')).toBe('3 answers found for “payout”.');
    await expect.poll(() => page.run(`return location.search;`)).toBe('?q=payout');
    expect(await page.run(`return document.querySelectorAll('#faq-results details').length;`)).toBe(3);
  });

  test('URLs of answers and sections and find in page reach what is not rendered yet', async () => {
    await page.visit('/faq#faq-130');
    const isOpen = () => page.run<boolean>(`return document.getElementById('faq-130').closest('details').open;`);
    await expect.poll(isOpen).toBe(true);
    expect(await isInWindow(page, '#faq-130', 0.5)).toBe(true);
    await page.click('details:has(#faq-130) > summary');
    await expect.poll(isOpen).toBe(false);

    await page.visit('/#testimonials');
    await expect.poll(() => isInWindow(page, '#testimonials', 0.5)).toBe(true);
    await page.visit('/');
    const text = await page.run<string>(
      `return document.querySelector('footer .rights, footer p:last-of-type').textContent;`,
    );
    expect(await page.run(`return window.find(arguments[0]);`, text)).toBe(true);
    await expect.poll(() => scrollPosition(page)).toBeGreaterThan(3_000);
  });

  test('the lightbox opens an image, shows the next one and closes', async () => {
    await page.visit(GALLERY);
    await page.click('a[data-gallery-item]');
    await expect.poll(() => page.isShown('.yarl__portal_open')).toBe(true);
    await expect.poll(() => page.textOf('.yarl__portal_open [role=status]')).toContain('Picture 1 of 5');
    await page.press(Key.ARROW_RIGHT);
    await expect.poll(() => page.textOf('.yarl__portal_open [role=status]')).toContain('Picture 2 of 5');
    await page.press(Key.ESCAPE);
    await expect.poll(() => page.isShown('.yarl__portal')).toBe(false);
    expect(await page.run(`return document.activeElement.matches('a[data-gallery-item]');`)).toBe(true);
  });

  test.each([true, false])(
    'a message of the contact form is corrected and delivered (scripts: %s)',
    async (hasScripts) => {
      const visitor = hasScripts ? page : await openBrowser({ hasScripts });
      const message = `Where is the credit note? ${crypto.randomUUID()}`;
      await visitor.visit('/contact');
      await visitor.fill('[name=name]', 'Ada Example');
      await visitor.fill('[name=email]', 'ada@nowhere');
      await visitor.click({ text: 'Send message' });
      await expect.poll(() => visitor.textOf('#answer')).toContain('Please enter an email address');

      await visitor.visit('/contact');
      await fillContact(visitor, message);
      await sendUntilStored(visitor, 'Send message');
      await expect.poll(async () => (await findMails(data, message)).length).toBe(1);
    },
  );

  test('a report of abuse is delivered', async () => {
    const reason = `It asks for a password. ${crypto.randomUUID()}`;
    await page.visit('/contact?topic=abuse');
    await page.run(`document.querySelector('[name=category]').selectedIndex = 1;`);
    const values = {
      urls: 'https://parked.example/login',
      seen: 'A page like that of a bank.',
      seenAt: 'Today at 10:00 UTC',
      country: 'Germany',
      reason,
      name: 'Ada Example',
      email: 'ada@example.org',
    };
    for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
    await page.click('[name=goodFaith]');
    await sendUntilStored(page, 'Send report');
    await expect.poll(async () => (await findMails(data, reason)).length).toBe(1);
  });

  test('the draft of an application survives a reload', async () => {
    await page.visit('/RSOC-for-domains-application');
    await page.fill('[name=name]', 'Ada Example');
    await expect.poll(() => page.isShown('form button[type=button]')).toBe(true);
    await expect
      .poll(() => page.run<boolean>(`return Object.values(localStorage).some((value) => value.includes('Ada'));`))
      .toBe(true);
    await page.reload();
    await page.hydrate();
    await expect.poll(() => page.run(`return document.querySelector('[name=name]').value;`)).toBe('Ada Example');
  });

  test('the dark theme can be chosen and persists', async () => {
    await page.visit('/');
    await page.click('[data-theme-choice=dark]');
    const background = () => page.run<string>(`return getComputedStyle(document.body).backgroundColor;`);
    expect(await background()).toBe('rgb(13, 15, 18)');
    await page.visit('/faq');
    expect(await background()).toBe('rgb(13, 15, 18)');
  });

  test('a message that is left for another page is still there when the visitor comes back', async () => {
    await page.visit('/imprint');
    await page.hydrate();
    await page.run(`window.isSameDocument = true;`);
    await page.click('footer a[href$="/contact"]');
    // A navigation ends with the focus on the heading, which would take it from a field that was focused before.
    await expect.poll(() => page.run(`return document.activeElement?.textContent;`)).toBe('Write to a person');
    await page.fill('[name=message]', 'Where do I see');
    expect(await page.run(`return window.isSameDocument;`)).toBe(true);
    await page.click('footer a[href$="/faq"]');
    await expect.poll(page.pathname).toBe('/faq');
    expect(await page.run(`return window.isSameDocument ?? false;`)).toBe(false);
    await page.back();
    await expect.poll(() => page.run(`return document.querySelector('[name=message]')?.value;`)).toBe('Where do I see');
  });

  test('a popup opens and closes, the domain check answers in place, and the result has a URL', async () => {
    await page.visit('/nameserver-setup');
    await page.click({ text: 'Check it yourself' });
    await expect.poll(() => page.isShown('[popover]:popover-open')).toBe(true);
    await page.press(Key.ESCAPE);
    await expect.poll(() => page.isShown('[popover]:popover-open')).toBe(false);

    await page.fill('[name=domains]', 'parked.com');
    await page.click({ text: 'Check domains' });
    await expect.poll(() => page.textOf('[data-verdict]')).toContain('Points to us');
    expect(await page.run(`return location.search;`)).toBe('?domains=parked.com');
  });

  test('a list of domains is sorted in place, and carried to the application', async () => {
    await page.visit('/domain-list-check');
    await page.fill('[name=list]', ['one.com', 'ONE.com', 'two.com'].join(Key.ENTER));
    await page.click({ text: 'Check list' });
    await expect.poll(() => page.textOf('main')).toContain('2 domains, 1 duplicate removed');
    await page.click({ text: 'Apply for RSOC with this list' });
    await expect.poll(page.pathname).toBe('/RSOC-for-domains-application');
    await page.hydrate();
    const list = () => page.run(`return document.querySelector('[name=domainList]').value;`);
    await expect.poll(list).toBe('one.com\ntwo.com');
  });

  test('after a new deployment the next link loads a document, and if hydration fails, a form is sent natively', async () => {
    const visitor = await openBrowser({
      init:
        answerFetch('/builds/latest.json', `Promise.resolve(Response.json({ id: 'next-build' }))`) +
        `if (location.pathname === '/contact') { ${answerFetch('/payloads/', `Promise.reject(new TypeError('offline'))`)} }`,
    });
    await visitor.visit('/about-us');
    await visitor.hydrate();
    await visitor.run(`window.isSameDocument = true;`);
    await expect
      .poll(async () => {
        await visitor.run(`document.querySelector('footer a[href$="/news"]')?.click();`);
        return visitor.run(`return [location.pathname, window.isSameDocument ?? false].join(' ');`);
      })
      .toBe('/news false');

    await visitor.visit('/contact');
    await visitor.fill('[name=name]', 'Ada Example');
    await visitor.fill('[name=email]', 'ada@nowhere');
    await visitor.click({ text: 'Send message' });
    await expect.poll(() => visitor.run(`return document.title;`)).toBe('Error: Contact | Freehold');
    expect(await visitor.run(`return document.querySelector('[name=name]').value;`)).toBe('Ada Example');
  });

  /** Goes to another page, acts there, goes back, and waits until the browser has restored the page instead of loading it. */
  const leaveAndRestore = async (act = async (): Promise<void> => undefined): Promise<void> => {
    const pathname = await page.pathname();
    const other = pathname === '/imprint' ? '/contact' : '/imprint';
    await page.run(`addEventListener('pageshow', ({ persisted }) => { window.wasRestored = persisted; });`);
    await page.run(`location.assign('${other}');`);
    await expect.poll(page.pathname).toBe(other);
    await act();
    await page.run(`history.back();`);
    await expect.poll(() => page.run(`return window.wasRestored ?? false;`), { message: pathname }).toBe(true);
  };

  test('a page is restored from the back/forward cache, with a form that is filled in or an open picture', async () => {
    await page.visit('/contact');
    await fillContact(page, 'I have 40 domains.');
    await leaveAndRestore();
    await page.visit(GALLERY);
    await page.click('a[data-gallery-item]');
    await expect.poll(() => page.isShown('.yarl__portal_open')).toBe(true);
    await leaveAndRestore();
  });

  test('a restored page has the theme that was chosen meanwhile', async () => {
    await page.visit('/faq');
    await leaveAndRestore(async () => {
      await page.click('footer [data-theme-choice=dark]');
      await expect.poll(() => page.run(`return localStorage.theme ?? '';`)).toBe('dark');
    });
    expect(await page.run(`return document.documentElement.dataset.theme ?? '';`)).toBe('dark');
  });

  test('a page of every template is restored from the back/forward cache', async () => {
    for (const pathname of PAGES.filter((path) => path !== '/no-such-page')) {
      await page.visit(pathname);
      await leaveAndRestore();
    }
  });
});
