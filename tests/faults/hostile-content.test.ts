import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { startSite } from '../support/site-process.ts';
import { faq, faqItem, faqPage, homepage, serveWordPress } from '../support/wordpress-server.ts';

/** What an attacker who can write into the content system would try; each sets `window.ran` where it succeeds. */
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

test('whatever markup stands in a field of the content system, nothing of it runs in a browser', {
  timeout: 60_000,
}, async () => {
  const everything = ATTACKS.join('\n');
  const items = ATTACKS.map((attack, index) =>
    faqItem({ id: 100 + index, title: `${attack} question ${index}?`, content: attack }),
  );
  const wordpress = await serveWordPress({
    ...homepage({
      testimonials: [
        {
          name: everything,
          role: everything,
          quote: everything,
          image: { url: 'javascript:window.ran = 1', alt: '', width: 1, height: 1 },
        },
      ],
      faq: items.map(({ id }) => id),
    }),
    ...faqPage({ faq: { subheadline: everything, headline: everything, under_headline_content_html: everything } }),
    ...faq(...items),
    '/wp-json/wp/v2/faq-topics': [
      { id: 1, slug: 'x', name: everything, count: 1, description: '', taxonomy: 'faq_topic' },
    ],
  });
  const site = await startSite({ CMS_URL: wordpress.url });
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  try {
    const page = await browser.newPage();
    const events: string[] = [];
    page.on('console', (message) => events.push(message.text()));
    page.on('pageerror', (error) => events.push(error.message));
    page.on('dialog', (dialog) => events.push(dialog.message()));
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) events.push(request.url());
    });

    for (const path of ['/', '/faq', '/faq?q=question']) {
      await page.goto(site.url + path);
      await page.mouse.move(100, 100);
      await page.mouse.move(110, 110);
      await page.locator('html[data-hydrated]').waitFor();
      for (const entry of await page.getByRole('main').locator('details').all()) {
        await entry.evaluate((details) => details.setAttribute('open', ''));
      }
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
    expect(events).toEqual([]);
  } finally {
    await browser.close();
  }
});
