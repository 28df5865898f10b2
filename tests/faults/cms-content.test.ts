import { createServer } from 'node:http';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { triggerHydration } from '../support/page-weight.ts';
import { startSiteProcess } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import {
  type Content,
  faq,
  faqItem,
  faqPage,
  homepage,
  page,
  pages,
  post,
  posts,
  serveWordPress,
} from '../support/wordpress-server.ts';

/** Markup that an attacker with access to the CMS could enter. Scripts set `window.ran` if they are executed. */
const ATTACKS = [
  '<script>window.ran = 1</script>',
  '<scr<script>ipt>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<img src="data:image/svg+xml,<svg onload=window.ran=1>" width=1 height=1>',
  '<svg onload="window.ran = 1"><script>window.ran = 1</script></svg>',
  '<svg><animate onbegin="window.ran = 1" attributeName="x" dur="1s"></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror="window.ran = 1">',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<iframe src="javascript:parent.ran = 1"></iframe>',
  '<object data="javascript:window.ran = 1"></object><embed src="javascript:window.ran = 1">',
  '<a href="javascript:window.ran = 1" class="bait">bait</a>',
  '<a href="java&#x09;script:window.ran = 1" class="bait">bait</a>',
  '<a href=" &#14; javascript:window.ran = 1">bait</a>',
  '<form action="javascript:window.ran = 1"><button>bait</button></form>',
  '<style>@import "http://127.0.0.1:9/style.css"; body { display: none }</style>',
  '<p style="position: fixed; inset: 0; background: url(http://127.0.0.1:9/pixel)">cover</p>',
  '<link rel="stylesheet" href="http://127.0.0.1:9/style.css"><meta http-equiv="refresh" content="0; url=http://127.0.0.1:9/">',
  '<base href="http://127.0.0.1:9/"><details ontoggle="window.ran = 1" open><summary>s</summary></details>',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>"></noscript>',
  '<template><script>window.ran = 1</script></template><video><source onerror="window.ran = 1"></video>',
  '</div></main></body></html><script>window.ran = 1</script>',
  '<p><b><i><table><tr><td><p>never closed',
  '<!--><script>window.ran = 1</script>-->',
  '<input autofocus onfocus="window.ran = 1"><select onfocus="window.ran = 1" autofocus>',
  '\u2028</script><script>window.ran = 1</script>',
];

/** An icon API that has only `mdi:home`, and never answers about the collection `lucide`. */
const iconApi = createServer((request, response) => {
  if (request.url?.startsWith('/lucide')) return;
  if (request.url?.startsWith('/ic')) response.writeHead(404).end('404');
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ prefix: 'mdi', icons: { home: { body: '<path id="p" d="M1 1h9"/>', width: 24 } } }));
});

const VIDEO =
  '<figure class="wp-block-embed is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper"><iframe title="A tour" width="500" height="281" src="https://www.youtube.com/embed/jNQXAC9IVRw?feature=oembed"></iframe></div></figure>';
const BUTTON =
  '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="/contact">Apply</a></div></div>';

const MISSING_ICONS = ['mdi:no-such-icon', 'ic:gone', 'lucide:never-answered', 'No icon at all!'];

/** The pages of the tests below: a link to a page with a picture in its text and another one in a popup, and cards with icons. */
const pagesWithBlocks = () => {
  const html =
    '<figure class="wp-block-image"><a href="/pictures/booth-front.webp"><img src="/pictures/booth-front.webp" alt="Our booth" width="1600" height="1000"></a></figure>';
  const popup = { acf_fc_layout: 'popup', button_label: 'More', headline: 'More of it', html };
  const text = { acf_fc_layout: 'text', label: '', headline: 'The tour', html };
  const cards = { acf_fc_layout: 'cards', label: 'Signs', headline: 'Signs' };
  const icons = ['mdi:home', 'route', ...MISSING_ICONS].map((icon) => ({
    icon,
    title: `Card ${icon}`,
    text: '',
    url: '',
  }));
  return [
    page({ slug: 'overview', title: 'Overview', content: '<p><a href="/tour">To the tour</a></p>' }),
    page({ slug: 'tour', title: 'Tour', acf: { blocks: [text, popup] } }),
    page({
      slug: 'centered',
      content:
        '<figure class="wp-block-image aligncenter"><img src="/pictures/booth-front.webp" alt="Our booth" width="160" height="100"><figcaption>Ours</figcaption></figure>',
    }),
    page({ slug: 'hebrew', title: 'שלום!', content: '<p>שלום!</p><ul dir="rtl"><li>DNS של אתר</li></ul>' }),
    page({ slug: 'signs', acf: { blocks: [{ ...cards, cards: icons }] } }),
  ];
};

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;
let site: Awaited<ReturnType<typeof startSiteProcess>>;
let browser: Browser;

const attackedContent = (): Content => {
  const allAttacks = ATTACKS.join('\n');
  const items = ATTACKS.map((attack, index) =>
    faqItem({ id: 100 + index, title: `${attack} question ${index}?`, content: attack }),
  );
  const image = { url: 'javascript:window.ran = 1', alt: '', width: 1, height: 1 };
  return {
    ...homepage({
      testimonials: [{ name: allAttacks, role: allAttacks, quote: allAttacks, image }],
      faq: items.map(({ id }) => id),
    }),
    ...faqPage({ faq: { subheadline: allAttacks, headline: allAttacks, under_headline_content_html: allAttacks } }),
    ...faq(...items),
    '/wp-json/wp/v2/faq-topics': [
      { id: 1, slug: 'x', name: allAttacks, count: 1, description: '', taxonomy: 'faq_topic' },
    ],
  };
};

beforeAll(async () => {
  const video = posts(post({ slug: 'video', title: 'Video', content: VIDEO + BUTTON }));
  wordpress = await serveWordPress({ ...attackedContent(), ...pages(...pagesWithBlocks()), ...video }, stopLater);
  site = await startSiteProcess({
    CMS_URL: wordpress.url,
    ICON_API_URL: `http://127.0.0.1:${await listenOnLoopback(iconApi)}`,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await site?.stop('SIGKILL');
  await wordpress?.stop();
  iconApi.closeAllConnections();
  iconApi.close();
});

/** Opens a tab. `foreignUrls` lists the URLs requested from other hosts; an empty page is returned for each. */
const openTab = async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const foreignUrls: string[] = [];
  const errors: string[] = [];
  await tab.route(
    (url) => !url.href.startsWith(site.url),
    (route) => {
      foreignUrls.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' });
    },
  );
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  tab.on('pageerror', (error) => errors.push(error.message));
  return { tab, context, foreignUrls, errors };
};

const openPage = async (slug: string) => {
  const opened = await openTab();
  await opened.tab.goto(`${site.url}/${slug}`, { waitUntil: 'networkidle' });
  return opened;
};

describe('hostile content', () => {
  test('malicious markup in the content of the home page and the FAQ is never executed', async () => {
    const { tab: page, foreignUrls, errors } = await openTab();
    const unexpected: string[] = [];
    page.on('console', (message) => unexpected.push(message.text()));
    page.on('dialog', (dialog) => unexpected.push(dialog.message()));

    for (const path of ['/', '/faq', '/faq?q=question']) {
      await page.goto(site.url + path);
      await triggerHydration(page);
      await page
        .getByRole('main')
        .locator('details')
        .evaluateAll((entries) => {
          for (const entry of entries) entry.setAttribute('open', '');
        });
      for (const bait of await page.getByRole('main').getByText('bait', { exact: true }).all()) await bait.click();

      expect(new URL(page.url()).origin).toBe(site.url);
      expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
      await expect.poll(() => page.getByRole('main').isVisible()).toBe(true);
      expect(
        await page
          .getByRole('main')
          .locator(
            'script:not([type="application/ld+json"]), style, iframe, object, embed, form[action^=java], base, [style], [onerror], [onload]',
          )
          .count(),
      ).toBe(0);
    }
    expect([...unexpected, ...foreignUrls, ...errors]).toEqual([]);
  });
});

describe('what editors insert', () => {
  test('a video loads its player after consent and a click, and nothing from the video platform before', async () => {
    const { tab, context, foreignUrls, errors } = await openPage('video');
    const card = tab.getByRole('link', { name: /A tour.*Load this video/ });
    const frames = tab.locator('main iframe');
    await card.hover();
    await tab.locator('html[data-hydrated]').waitFor();
    expect(foreignUrls).toEqual([]);
    expect(await context.cookies()).toEqual([]);

    await card.click();
    await frames.waitFor();
    expect(await frames.getAttribute('title')).toBe('A tour');
    expect(new Set(foreignUrls.map((url) => new URL(url).origin))).toEqual(
      new Set(['https://www.youtube-nocookie.com']),
    );
    const cookies = new Map(
      (await context.cookies()).map(({ name, value }) => [name, JSON.parse(decodeURIComponent(value))]),
    );
    expect(cookies.get('cc_cookie').categories).toEqual(['necessary', 'videos']);
    expect(cookies.get('cookies_consent')).toMatchObject({
      acceptType: 'custom',
      acceptedCategories: ['necessary', 'videos'],
      rejectedCategories: ['captcha'],
    });

    // With the consent stored, a click loads it without a question.
    foreignUrls.length = 0;
    await tab.reload({ waitUntil: 'networkidle' });
    expect(foreignUrls).toEqual([]);
    await card.click();
    await frames.waitFor();

    await tab.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).press('Enter');
    await tab.getByRole('button', { name: 'Reject all' }).click();
    await card.waitFor();
    expect(await frames.count()).toBe(0);

    // The consent is withdrawn in another tab.
    await card.click();
    await frames.waitFor();
    await context.clearCookies();
    await tab.evaluate(() => dispatchEvent(new Event('focus')));
    await card.waitFor();
    expect(errors).toEqual([]);
  });

  test('a video plays after a click in an older browser that blocks cookies, also after the tab was left', async () => {
    const { tab, errors } = await openTab();
    await tab.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
    await tab.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }));
    await tab.goto(`${site.url}/video`, { waitUntil: 'networkidle' });
    const card = tab.getByRole('link', { name: /A tour.*Load this video/ });
    await card.hover();
    await tab.locator('html[data-hydrated]').waitFor();
    await card.click();
    const frames = tab.locator('main iframe');
    await frames.waitFor();
    await tab.evaluate(() => dispatchEvent(new Event('focus')));

    expect(await frames.count()).toBe(1);
    expect(errors).toEqual([]);
  });

  test('a video and a button are printed in black, because their backgrounds are not printed', async () => {
    const { tab } = await openPage('video');
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const texts = tab.locator('main').locator('.video, .video strong, .button');
    const colours = () => texts.evaluateAll((elements) => elements.map((element) => getComputedStyle(element).color));

    await expect.poll(colours).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
    expect((await tab.locator('.video').boundingBox())?.height).toBeLessThan(60);
  });

  test('pictures open one lightbox, also in front of a popup, and Back closes a lightbox together with its page', async () => {
    // Nothing loads a document.
    const { tab } = await openPage('overview');
    await triggerHydration(tab);
    await tab.getByRole('link', { name: 'To the tour' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Tour' }).waitFor();
    const lightbox = tab.locator('.yarl__root');
    const picture = tab.locator('a[data-media="picture"]').first();
    await picture.dblclick();
    await lightbox.first().waitFor();
    await tab.keyboard.press('Escape');
    await expect.poll(() => lightbox.count(), { message: 'one Escape closes what a double click has opened' }).toBe(0);

    // The popup is there again afterwards.
    const popup = tab.locator('[popover]').filter({ hasText: 'More of it' });
    await tab.getByRole('button', { name: 'More', exact: true }).click();
    const pictureInPopup = popup.locator('a[data-media="picture"]');
    await pictureInPopup.click();
    await lightbox.waitFor();
    expect(await popup.isVisible()).toBe(false);
    await tab.keyboard.press('Escape');
    await expect.poll(() => lightbox.count()).toBe(0);
    expect(await popup.isVisible()).toBe(true);
    expect(await pictureInPopup.evaluate((link) => document.activeElement === link)).toBe(true);
    await tab.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });

    await picture.click();
    await lightbox.waitFor();
    await tab.goBack();
    await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await expect.poll(() => lightbox.count()).toBe(0);
  });

  test('the caption of a centered picture is below its middle', async () => {
    const { tab } = await openPage('centered');
    const middles = await tab.locator('figure.centered').evaluate((figure) => {
      const text = document.createRange();
      text.selectNodeContents(figure.querySelector('figcaption') ?? figure);
      const boxes = [figure.querySelector('img')?.getBoundingClientRect(), text.getBoundingClientRect()];
      return boxes.map((box) => box && Math.round(box.left + box.width / 2));
    });

    expect(middles[1]).toBe(middles[0]);
  });

  test('a title and a text from right to left end with their punctuation at the left', async () => {
    const { tab } = await openPage('hebrew');
    const isLastLeftmost = (element: Element) => {
      const leftOf = (index: number) => {
        const character = document.createRange();
        character.setStart(element.firstChild ?? element, index);
        character.setEnd(element.firstChild ?? element, index + 1);
        return character.getBoundingClientRect().left;
      };
      return leftOf(4) < leftOf(0);
    };

    expect(await tab.locator('h1').evaluate(isLastLeftmost)).toBe(true);
    expect(await tab.getByRole('main').getByText('שלום!').last().evaluate(isLastLeftmost)).toBe(true);
    // The editor has chosen the direction of this list, whose item begins with a Latin word.
    expect(await tab.getByText('DNS של אתר').evaluate(isLastLeftmost)).toBe(true);
  });

  test('icons that are not installed are loaded from this site into placeholders, which stay empty if there is none', async () => {
    const { tab, foreignUrls, errors } = await openPage('signs');
    const iconOf = (name: string) =>
      tab
        .getByRole('listitem')
        .filter({ hasText: `Card ${name}` })
        .locator('svg')
        .first();
    const before = await iconOf('mdi:home').boundingBox();
    expect(before).toMatchObject({ width: 32, height: 32 });
    expect(await iconOf('route').locator('path').count()).toBeGreaterThan(0);
    const answers = ['mdi', 'ic', 'lucide'].map((prefix) => tab.waitForResponse(`**/api/icons/${prefix}.json*`));
    await tab.mouse.move(50, 300);

    for (const [index, icon] of ['no-such-icon', 'gone', 'never-answered'].entries())
      expect(await (await answers[index])?.json()).toMatchObject({ not_found: [icon] });
    await iconOf('mdi:home').locator('path').waitFor({ state: 'attached' });
    expect(await iconOf('mdi:home').boundingBox()).toEqual(before);
    for (const name of MISSING_ICONS) {
      expect(await iconOf(name).boundingBox()).toMatchObject({ width: 32, height: 32 });
      expect(await iconOf(name).locator('*').count()).toBe(0);
    }
    expect([...foreignUrls, ...errors]).toEqual([]);
  });
});
