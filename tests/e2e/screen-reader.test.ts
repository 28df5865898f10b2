import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, hideCookieBanner, test } from './site.ts';

const SCRIPT_PATH = '/screen-reader.js';
const source = readFile(createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js'));

type Reader = typeof import('@guidepup/virtual-screen-reader').virtual;

/** Injects a virtual screen reader into the page, served from the page's origin to satisfy the content security policy. */
const startReader = async (page: Page): Promise<void> => {
  await page.route(`**${SCRIPT_PATH}`, async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await source }),
  );
  await page.evaluate(async (path) => {
    const { virtual }: { virtual: Reader } = await import(path);
    await virtual.start({ container: document.body });
    Object.assign(window, { reader: virtual });
  }, SCRIPT_PATH);
};

/** Reads from the current position to the end of the page, and returns the spoken phrases. */
const readToEnd = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const reader: Reader = Reflect.get(window, 'reader');
    await reader.clearSpokenPhraseLog();
    do await reader.next();
    while (!/^(?:end of )?document/.test(await reader.lastSpokenPhrase()));
    return reader.spokenPhraseLog();
  });

const headingsOf = (phrases: readonly string[]): string[] =>
  phrases.flatMap((phrase) => {
    const [, name, level] = /^heading, (.+), level (\d)/.exec(phrase) ?? [];
    return name ? [`${level} ${name}`] : [];
  });

test.beforeEach(({ page }) => hideCookieBanner(page));

test.describe('a screen reader', { tag: '@scripts' }, () => {
  test('reads the home page from the skip link to the theme switch, and everything with a name', async ({ page }) => {
    await page.goto('/');
    await startReader(page);
    const phrases = await readToEnd(page);

    expect(phrases[0]).toBe('link, Skip to content');
    expect(phrases.filter((phrase) => /^(?:banner|main|contentinfo|navigation)/.test(phrase))).toEqual([
      'banner',
      'navigation, Main',
      'main',
      'navigation, On this page',
      'contentinfo',
      'navigation, Footer',
    ]);
    expect(headingsOf(phrases).filter((heading) => /^[12]/.test(heading))).toEqual([
      "1 Elevate your domain's monetization potential",
      '2 Unapologetically domain-focused',
      '2 Discover the Freehold platform',
      '2 Earn, organize, sell',
      '2 Questions owners ask before they switch',
      '2 What domain owners say',
      '2 Point ten names. Compare the statements.',
      '2 RSOC for domains',
      '2 Platform',
      '2 Company',
      '2 Legal',
      '2 Contact',
    ]);
    expect(phrases).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^image, The dashboard for a portfolio of 1,842 domains/),
        'image, A laptop parked in bay P2; on its screen, an A/B test that lander B wins with 15.6% more RPM.',
        expect.stringMatching(/^image, A lander on solar-quotes\.example/),
        'group, Theme',
        'button, System, pressed',
      ]),
    );
    // Section numbers and card counters are decorative.
    expect(phrases.filter((phrase) => /^(?:P\d|\d\/\d)$/.test(phrase))).toEqual([]);
    // Every image has a text alternative or is hidden.
    expect(phrases.filter((phrase) => /^(?:image|img|graphic)$/.test(phrase))).toEqual([]);
    // A control without accessible name would be announced by its role only.
    expect(phrases.filter((phrase) => /^(?:link|button|textbox|searchbox)$/.test(phrase))).toEqual([]);
  });
});
