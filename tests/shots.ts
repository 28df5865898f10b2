import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, provideBrowser } from './browser.ts';
import { startMeasuredSite } from './support/measured-site.ts';

/**
 * `npm run shots [-- faq events]`: takes screenshots of all pages in all widths and themes into `shots/`, with an overview
 * page for visual review. Arguments select the scenes whose name starts with one of them.
 */
const FOLDER = 'shots';
const PORT = Number(process.env.SHOTS_PORT ?? 8472);
const ORIGIN = `http://localhost:${PORT}`;
const WIDTHS = [360, 768, 1280, 1920] as const;
const THEMES = ['light', 'dark'] as const;

type Scene = {
  readonly name: string;
  readonly path: string;
  /** Brings the page into a certain state. Then only the viewport is captured instead of the full page. */
  readonly enter?: (page: Page) => Promise<void>;
  readonly widths?: readonly number[];
};

const nameOf = (path: string): string => path.replace(/^\//, '').replace(/[^\w-]+/g, '_') || 'home';

/**
 * All pages of the sitemap, but only the first article, and the first and last event: one past and one upcoming.
 */
const listPages = async (): Promise<Scene[]> => {
  const [sitemap, news] = await Promise.all(
    ['/sitemap.xml', '/news/_payload.json'].map(async (path) => (await fetch(ORIGIN + path)).text()),
  );
  const articles = Array.from(news?.matchAll(/"slug":"([^"]+)"/g) ?? [], ([, slug]) => `/${slug}`);
  const paths = Array.from(sitemap?.matchAll(/<loc>([^<]+)<\/loc>/g) ?? [], ([, url = '']) => new URL(url).pathname);
  const events = paths.filter((candidate) => candidate.startsWith('/events/'));
  const [firstArticle] = paths.filter((path) => articles.includes(path));
  return paths
    .filter((path) => !path.startsWith('/events/') || path === events.at(0) || path === events.at(-1))
    .filter((path) => !articles.includes(path) || path === firstArticle)
    .map((path) => ({ name: nameOf(path), path }));
};

const waitForCookieBox = async (page: Page) => page.locator('#cookie-box').waitFor();

const STATES: readonly Scene[] = [
  { name: 'news-page-2', path: '/news?page=2' },
  { name: 'faq-results', path: '/faq?q=minimum+payout' },
  { name: 'faq-nothing', path: '/faq?q=xylophone+solo' },
  { name: 'error-404', path: '/no-such-page' },
  { name: 'cookie-box', path: '/faq?cookies', enter: waitForCookieBox },
  {
    name: 'cookie-settings',
    path: '/faq?cookies',
    enter: async (page) => {
      await waitForCookieBox(page);
      await page.getByRole('button', { name: 'Manage preferences' }).click();
      await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor();
    },
  },
  {
    name: 'contact-errors',
    path: '/contact',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'application-errors',
    path: '/RSOC-for-domains-application',
    enter: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).first().click();
      await page.getByRole('button', { name: /^Next:/ }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'popup',
    path: '/nameserver-setup',
    enter: async (page) => {
      await page.getByRole('button', { name: 'Check it yourself' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'lightbox',
    path: '/about-us',
    enter: async (page) => {
      await page.locator('a[data-gallery-item]').first().click();
      await page.getByRole('dialog').getByRole('img').first().waitFor();
    },
  },
  {
    name: 'menu',
    path: '/news',
    widths: [360, 768],
    enter: async (page) => {
      await page.getByRole('banner').getByText('Menu', { exact: true }).click();
      await page.locator('nav:popover-open').waitFor();
    },
  },
];

/** Loads all images, and renders the sections outside the viewport, which a full-page screenshot would show empty. */
const loadLazyImages = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.documentElement.dataset.renderAll = '';
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });

type Variant = { readonly width: number; readonly theme: (typeof THEMES)[number] };

const fileOf = ({ name }: Scene, { width, theme }: Variant): string => `${name}-${width}-${theme}.png`;

const capture = async (browser: Browser, scene: Scene, variant: Variant): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width: variant.width, height: variant.width < 600 ? 780 : 900 },
    colorScheme: variant.theme,
    // Otherwise a screenshot could show an unfinished animation.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // Global Privacy Control prevents the cookie banner.
  if (!scene.path.includes('cookies')) {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  }
  await page.goto(ORIGIN + scene.path);
  await loadLazyImages(page);
  await scene.enter?.(page);
  await page.screenshot({ path: path.join(FOLDER, fileOf(scene, variant)), fullPage: scene.enter === undefined });
  await context.close();
};

const print = async (browser: Browser, scene: Scene): Promise<void> => {
  const page = await browser.newPage();
  await page.goto(ORIGIN + scene.path);
  await loadLazyImages(page);
  await page.pdf({ path: path.join(FOLDER, `${scene.name}.pdf`), format: 'A4' });
  await page.close();
};

const variantsOf = ({ widths = WIDTHS }: Scene): Variant[] =>
  THEMES.flatMap((theme) => widths.map((width) => ({ width, theme })));

const toOverview = (scenes: readonly Scene[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Contact sheet</title>
<style>
  body { margin: 2rem; font: 1rem/1.4 sans-serif; background: #888; }
  div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
  figure { flex: none; margin: 0; }
  img { display: block; }
</style>
${scenes
  .map(
    (scene) => `<h2>${scene.path} <small>${scene.name}, <a href="${scene.name}.pdf">print</a></small></h2>
<div>${variantsOf(scene)
      .map(
        (variant) =>
          `<figure><a href="${fileOf(scene, variant)}"><img loading="lazy" src="${fileOf(scene, variant)}" width="${variant.width / 4}" alt=""></a><figcaption>${variant.width} ${variant.theme}</figcaption></figure>`,
      )
      .join('')}</div>`,
  )
  .join('\n')}
</html>`;

const runConcurrently = async (tasks: readonly (() => Promise<void>)[], limit = 2): Promise<void> => {
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: limit }, work));
};

const stopSite = await startMeasuredSite(PORT);
try {
  const prefixes = process.argv.slice(2);
  const all = [...(await listPages()), ...STATES];
  const scenes = prefixes.length === 0 ? all : all.filter(({ name }) => prefixes.some((word) => name.startsWith(word)));
  if (prefixes.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });

  const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });
  await runConcurrently(
    scenes.flatMap((scene) => [
      ...variantsOf(scene).map((variant) => () => capture(browser, scene, variant)),
      ...(scene.enter ? [] : [() => print(browser, scene)]),
    ]),
  );
  await browser.close();
  writeFileSync(path.join(FOLDER, 'index.html'), toOverview(scenes));
  console.log(`${scenes.length} scenes in ${FOLDER}/, see ${FOLDER}/index.html`);
} finally {
  await stopSite();
}
