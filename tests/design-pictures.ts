import { mkdirSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { hideCookieBanner, loadImages } from './e2e/site.ts';
import { startSiteProcess } from './support/site-process.ts';

/** `npm run design:pictures`: takes the screenshots in `docs/design.md` from the built site. They are small, because they are committed. */
const FOLDER = 'docs/design';
const VIEWPORT = { width: 1280, height: 860 } as const;
const SHOWN_WIDTH = 640;
/** Taller screenshots are cropped at the bottom. */
const MAX_HEIGHT = 760;

type Component = {
  readonly name: string;
  readonly path: string;
  readonly find: (page: Page) => Locator | Promise<Locator>;
  readonly theme?: 'dark';
};

const sectionWith = (heading: string) => (page: Page) =>
  page.getByRole('heading', { name: heading, exact: true }).locator('xpath=ancestor::section[1]');
const firstSection = (page: Page) => page.locator('main > section').first();

const COMPONENTS: readonly Component[] = [
  { name: 'hero-section-big', path: '/', find: firstSection },
  { name: 'subpages-hero', path: '/solutions', find: firstSection },
  { name: 'stacked-cards', path: '/', find: (page) => page.locator('#suggestion') },
  { name: 'features', path: '/', find: sectionWith('Earn, organize, sell'), theme: 'dark' },
  { name: 'testimonials', path: '/', find: sectionWith('What domain owners say') },
  { name: 'accordion', path: '/faq', find: sectionWith('Getting started') },
  { name: 'split', path: '/solutions', find: sectionWith('Every visitor is priced individually') },
  { name: 'table', path: '/solutions', find: sectionWith('Which traffic goes where') },
  { name: 'stats', path: '/about-us', find: sectionWith('As of October 2026') },
  { name: 'timeline', path: '/about-us', find: sectionWith('Eleven years, in order') },
  { name: 'people', path: '/about-us', find: sectionWith('Who you’ll work with'), theme: 'dark' },
  { name: 'gallery', path: '/about-us', find: sectionWith('Our booth and our screens') },
  { name: 'quote', path: '/about-us', find: (page) => page.locator('section[aria-label$=" says"]') },
  { name: 'cards', path: '/nameserver-setup', find: sectionWith('Pick a method') },
  { name: 'steps', path: '/nameserver-setup', find: sectionWith('Nameservers, step by step') },
  {
    name: 'popup',
    path: '/nameserver-setup',
    find: async (page) => {
      await page.getByRole('button', { name: 'Check it yourself' }).click();
      return page.getByRole('dialog');
    },
  },
  { name: 'pager', path: '/news', find: (page) => page.getByRole('navigation', { name: 'Pages of news' }) },
  { name: 'paper-ticket', path: '/RSOC-for-domains-application', find: firstSection },
  { name: 'event-ticket', path: '/events', find: (page) => page.getByRole('article').first() },
  {
    name: 'input-field',
    path: '/contact',
    find: async (page) => {
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
      return page.getByRole('form', { name: 'Contact' });
    },
  },
  { name: 'cta', path: '/faq', find: (page) => page.locator('section[aria-labelledby="global-cta"]') },
  { name: 'footer', path: '/imprint', find: (page) => page.getByRole('contentinfo'), theme: 'dark' },
];

const site = await startSiteProcess();
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path, find, theme } of COMPONENTS) {
    const page = await browser.newPage({
      viewport: VIEWPORT,
      reducedMotion: 'reduce',
      colorScheme: theme ?? 'light',
    });
    await hideCookieBanner(page);
    await page.goto(site.url + path);
    await loadImages(page);
    const component = await find(page);
    // Sticky elements would cover a component that is taller than the viewport.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *'))
        if (getComputedStyle(element).position === 'sticky')
          Object.assign(element.style, { position: 'relative', inset: 'auto' });
    });
    const screenshot = sharp(await component.screenshot());
    const { width, height } = await screenshot.metadata();
    const cropped = screenshot.extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) });
    const image = await sharp(await cropped.png().toBuffer())
      .resize({ width: Math.min(width, SHOWN_WIDTH), withoutEnlargement: true })
      .webp({ quality: 62, effort: 6 })
      .toBuffer();
    writeFileSync(`${FOLDER}/${name}.webp`, image);
    await page.close();
  }
} finally {
  await browser.close();
  await site.stop();
}
