import type { Locator, Page } from '@playwright/test';
import { triggerHydration } from '../support/page-weight.ts';
import { expect, hideCookieBanner, holdRequests, recordDocuments, test } from './site.ts';

const openHydrated = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await triggerHydration(page);
};

/** Adds a link at the start of the content. */
const addLink = async (page: Page, href: string): Promise<Locator> => {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    Object.assign(link, { href, textContent: `Go to ${href}` });
    document.querySelector('main')?.prepend(link);
  }, href);
  return page.getByText(`Go to ${href}`);
};

type ClickPosition = { readonly scrolled: number; readonly top: number };

/** At the click: how far the page is scrolled, and the distance of the link from the top of the window. Playwright may scroll before it clicks. */
const positionAtClick = (link: Locator): Promise<ClickPosition> =>
  link.evaluate(
    (element) =>
      new Promise<ClickPosition>((resolve) =>
        element.addEventListener(
          'click',
          () => resolve({ scrolled: Math.round(scrollY), top: element.getBoundingClientRect().top }),
          { once: true },
        ),
      ),
  );

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/**
 * Follows a link of the footer with the keyboard. A click could miss it: after the page has scrolled to it, sections above it are
 * laid out, and it moves for up to three frames.
 */
const followInFooter = (page: Page, name: string): Promise<void> => footerLink(page, name).press('Enter');

test.describe('client navigation', { tag: '@scripts' }, () => {
  test('a link changes the page without loading a document, and going back restores the scroll position', {
    tag: '@journey',
  }, async ({ page }) => {
    await openHydrated(page, '/');
    const loaded = recordDocuments(page);
    const link = footerLink(page, 'FAQ');
    // Over sections that are not rendered and have an estimated height.
    await link.evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }));
    const clicked = positionAtClick(link);
    await link.click();
    const { scrolled, top } = await clicked;
    expect(scrolled).toBeGreaterThan(1_000);

    await expect(page).toHaveURL('/faq');
    await expect(page).toHaveTitle('FAQ | Freehold');
    await expect(page.locator('h1')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'FAQ | Freehold' })).toHaveCount(1);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/faq$/);
    await page.goBack();

    await expect(page).toHaveTitle('Freehold');
    await expect
      .poll(() => link.evaluate((element, top) => Math.abs(element.getBoundingClientRect().top - top), top))
      .toBeLessThan(2);
    expect(loaded).toEqual([]);
  });

  test('going back from an anchor on the same page restores the scroll position, and going forward that of the anchor', async ({
    page,
  }) => {
    // Makes every scroll instant.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHydrated(page, '/faq');
    const scroll = () => page.evaluate(() => Math.round(scrollY));
    const link = page.getByRole('main').locator('a[href*="#topic-"]').last();
    await page.evaluate(() => scrollTo(0, 100));
    const clicked = positionAtClick(link);
    await link.click();
    const start = (await clicked).scrolled;
    expect(start).toBeGreaterThan(0);
    // The framework sets this attribute when it scrolls to the target itself, after the browser.
    await page.locator('html[data-render-all]').waitFor();
    const target = await scroll();
    expect(target).toBeGreaterThan(start + 1_000);
    await page.evaluate(() => scrollBy(0, -300));
    await page.evaluate(() => history.back());

    await expect.poll(scroll).toBe(start);
    await page.evaluate(() => history.forward());
    await expect.poll(scroll).toBe(target - 300);
    await page.evaluate(() => history.back());
    await expect.poll(scroll).toBe(start);
    // A link leads to its anchor, wherever the visitor has left it.
    await link.click();
    await expect.poll(scroll).toBe(target);
  });

  test('Back and Forward restore the scroll position of each visit, also after a page comes from the back/forward cache', async ({
    page,
  }) => {
    await openHydrated(page, '/about-us');
    // Chromium has no such cache in tests.
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
    await followInFooter(page, 'News');
    await expect(page).toHaveTitle('News | Freehold');
    const scroll = () => page.evaluate(() => scrollY);
    await expect.poll(scroll).toBeLessThan(20);
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await page.goBack();
    await expect(page).toHaveTitle('About us | Freehold');
    await page.goForward();
    await expect(page).toHaveTitle('News | Freehold');
    const expectScroll = () => expect.poll(async () => Math.abs((await scroll()) - 300)).toBeLessThan(20);
    await expectScroll();

    // The same page again, at its top. An event, because a click or a key would scroll to the link.
    for (const name of ['About us', 'News']) {
      await footerLink(page, name).dispatchEvent('click');
      await expect(page).toHaveTitle(`${name} | Freehold`);
    }
    for (const name of ['About us', 'News']) {
      await page.goBack();
      await expect(page).toHaveTitle(`${name} | Freehold`);
    }
    await expectScroll();
  });

  test('the menu closes when its link leads to a part or to another query of the same page', async ({ page }) => {
    await hideCookieBanner(page);
    await page.setViewportSize({ width: 400, height: 800 });
    await openHydrated(page, '/contact');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, url] of [
      ['Open an account', '/contact?topic=account#form'],
      ['Contact', '/contact'],
    ] as const) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(url);
      await expect(menu).toBeHidden();
    }
  });

  test('a page on which something was entered is left as a document, and the browser restores it', async ({ page }) => {
    await openHydrated(page, '/contact?topic=abuse');
    const loaded = recordDocuments(page);
    await followInFooter(page, 'FAQ');
    await expect(page).toHaveTitle('FAQ | Freehold');
    expect(loaded, 'with an untouched form').toEqual([]);

    await openHydrated(page, '/contact');
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Where do I see');
    await followInFooter(page, 'FAQ');
    await expect(page).toHaveTitle('FAQ | Freehold');
    expect(loaded).toEqual(['/contact', '/faq']);
    await page.goBack();
    await expect(message).toHaveValue('Where do I see');
  });

  test('a link to the contact form without a topic shows an empty form', async ({ page }) => {
    await openHydrated(page, '/contact?topic=audit');
    const loaded = recordDocuments(page);
    await followInFooter(page, 'Write to us');
    await expect(page).toHaveURL('/contact');
    const form = page.getByRole('form', { name: 'Contact' });
    await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await expect(form.getByRole('combobox', { name: 'Topic' })).toHaveValue('');
    expect(loaded).toEqual([]);
  });

  test('what was entered on a page that was left with Back is there again after Forward', async ({ page }) => {
    await openHydrated(page, '/');
    const loaded = recordDocuments(page);
    await followInFooter(page, 'Write to us');
    await expect(page).toHaveURL('/contact');
    const form = page.getByRole('form', { name: 'Contact' });
    await form.getByRole('combobox', { name: 'Topic' }).selectOption('audit');
    await form.getByRole('textbox', { name: 'Where the domains are parked today' }).fill('Another one');
    await form.getByRole('textbox', { name: 'Message' }).fill('Where do I see');
    await page.goBack();
    await expect(page).toHaveTitle('Freehold');
    await page.goForward();

    await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Where do I see');
    await expect(form.getByRole('combobox', { name: 'Topic' })).toHaveValue('audit');
    await expect(form.getByRole('textbox', { name: 'Where the domains are parked today' })).toHaveValue('Another one');
    expect(loaded).toEqual([]);
  });

  test('links lead to parts of pages, answers and the error page; Back and Forward work before hydration, too', async ({
    page,
  }) => {
    await hideCookieBanner(page);
    await openHydrated(page, '/privacy-policy');
    const loaded = recordDocuments(page);
    await test.step('a hash, and the cookie settings, which close when the page changes', async () => {
      await (await addLink(page, '/solutions#rsoc')).click();
      await expect(page).toHaveURL('/solutions#rsoc');
      await expect
        .poll(() => page.locator('#rsoc').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < 200))
        .toBe(true);
      await followInFooter(page, 'Cookie settings');
      const preferences = page.getByRole('dialog', { name: 'Cookie settings' });
      await expect(preferences).toBeVisible();
      await expect(page).toHaveURL('/solutions#rsoc');
      await preferences.getByRole('link', { name: 'privacy policy' }).click();
      await expect(page).toHaveURL('/privacy-policy');
      await expect(preferences).toBeHidden();
    });
    await test.step('an answer, which opens, and where Tab continues', async () => {
      await (await addLink(page, '/faq#faq-130')).click();
      await expect(page).toHaveURL('/faq#faq-130');
      await expect(page.locator('#faq-130')).toBeInViewport();
      const answer = page.locator('details', { has: page.locator('#faq-130') });
      await expect(answer).toHaveAttribute('open');
      await page.keyboard.press('Tab');
      await expect(answer.locator(':focus')).toHaveCount(1);
    });
    await test.step('older news, in whose content Tab continues', async () => {
      await followInFooter(page, 'News');
      await page.getByRole('main').getByRole('link', { name: 'Older' }).press('Enter');
      await expect(page).toHaveURL('/news?page=2');
      await expect(page).toHaveTitle('News, page 2 | Freehold');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('main').locator('a:focus')).toHaveCount(1);
    });
    expect(loaded).toEqual([]);
    await test.step('an unknown URL, whose page begins at its top', async () => {
      await (await addLink(page, '/no-such-page')).focus();
      await page.evaluate(() => scrollTo({ top: 1_000, behavior: 'instant' }));
      const documentLoaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await documentLoaded;
      await expect(page.getByText('Page not found: /no-such-page')).toBeVisible();
      await expect(page.locator('h1')).toHaveText('Uhm... sorry, 404');
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await expect(page).toHaveTitle('404 - Page not found: /no-such-page');
      await page.goBack();
      await expect(page).toHaveTitle('News, page 2 | Freehold');
      await page.goForward();
      await page.getByRole('link', { name: 'Back to home page' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.locator('h1')).toHaveText("Elevate your domain's monetization potential");
    });
    await test.step('Back and Forward after a reload, before the document is hydrated', async () => {
      await triggerHydration(page);
      await followInFooter(page, 'FAQ');
      await expect(page).toHaveTitle('FAQ | Freehold');
      await page.reload();
      await page.goBack();
      await expect(page).toHaveTitle('Freehold');
      await page.goForward();
      await expect(page).toHaveTitle('FAQ | Freehold');
    });
  });

  test('after a search in the FAQ, a link to an answer leads to no other page, and going back restores the scroll position', async ({
    page,
  }) => {
    await openHydrated(page, '/faq');
    await page.getByRole('searchbox', { name: 'Search the FAQ' }).fill('payout');
    await expect(page).toHaveURL('/faq?q=payout');
    await expect(page.getByRole('status').filter({ hasText: 'payout' })).toBeVisible();
    await page.locator('main details[open] a[href*="#faq-"]').first().click();
    await expect(page).toHaveURL(/\/faq\?q=payout#faq-\d+$/);
    // Set when the navigation has handled the link.
    await page.locator('html[data-render-all]').waitFor();
    await expect(page.locator('h1')).not.toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'FAQ | Freehold' })).toHaveCount(0);

    const scroll = () => page.evaluate(() => Math.round(scrollY));
    // The smooth scroll to the answer has left the first pixels, which Back could round to the top.
    await expect.poll(scroll).toBeGreaterThan(100);
    await followInFooter(page, 'News');
    await expect(page).toHaveTitle('News | Freehold');
    await page.goBack();
    await expect(page).toHaveURL(/\/faq\?q=payout#faq-\d+$/);
    await expect.poll(scroll).toBeGreaterThan(0);
  });

  test('if the page of a link or of Back cannot be loaded, or only in part, the browser loads its document', async ({
    page,
    allowConsoleMessage,
  }) => {
    allowConsoleMessage(/Failed to load resource|Failed to fetch|NetworkError|Error while navigating|React error #412/);
    // Firefox shows no more of an error that Waku logs.
    allowConsoleMessage(/^error: Error$/);
    await openHydrated(page, '/imprint');
    await followInFooter(page, 'FAQ');
    await expect(page).toHaveTitle('FAQ | Freehold');
    const loaded = recordDocuments(page);
    await page.route('**/RSC/R/imprint.txt*', (route) => route.abort());
    // Each document needs its boot script before the pointer moves in it.
    const returned = page.waitForEvent('load');
    await page.evaluate(() => history.back());
    await returned;

    await expect(page).toHaveTitle('Imprint | Freehold');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/imprint');
    expect(loaded).toEqual(['/imprint']);

    for (const [name, path, title, end] of [
      ['FAQ', '/faq', 'FAQ | Freehold', 1_000],
      ['Write to us', '/contact', 'Contact | Freehold', -100],
    ] as const) {
      await triggerHydration(page);
      await page.route(`**/RSC/R${path}.txt*`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).slice(0, end) });
      });
      // The part that has arrived may set the title before the document replaces it.
      const documentLoaded = page.waitForEvent('load');
      await followInFooter(page, name);
      await documentLoaded;
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(loaded.at(-1)).toBe(path);
    }
    expect(loaded).toHaveLength(3);
  });

  test('hovering a link prefetches its page, and no other, together with the chunks of its client components', async ({
    page,
  }) => {
    await openHydrated(page, '/faq');
    await expect
      .poll(() =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .join(' '),
        ),
      )
      .toContain('/builds/chunks/');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const release = await holdRequests(page, '/RSC/R/contact.txt*');
    // The pointer waits in a corner, so that no link passes under it while the page scrolls.
    await page.mouse.move(1, 1);
    await footerLink(page, 'Write to us').scrollIntoViewIfNeeded();
    await footerLink(page, 'Write to us').dispatchEvent('pointerover');

    await expect.poll(() => requested.join(' ')).toMatch(/\/assets\/contact-[\w-]+\.js/);
    await expect.poll(() => requested.join(' ')).toMatch(/\/assets\/form-[\w-]+\.css/);
    await expect.poll(() => requested.filter((path) => path.includes('/RSC/R/'))).toEqual(['/RSC/R/contact.txt']);
    release();
    await followInFooter(page, 'Write to us');
    await expect(page).toHaveTitle('Contact | Freehold');
  });
});
