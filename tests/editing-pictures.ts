import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openEditing } from './support/editing.ts';

/** `npm run editing:pictures`: takes the screenshots in `docs/editing.md` from a WordPress and a site that it starts. */
const FOLDER = 'docs/editing';
const VIEWPORT = { width: 1360, height: 850 } as const;
const SHOWN_WIDTH = 960;

type Screen = {
  readonly name: string;
  /** The post type and the slug of an item, or the screen's URL in wp-admin. */
  readonly item: readonly [type: string, slug: string] | string;
  readonly prepare: (page: Page) => Promise<void>;
};

const SCREENS: readonly Screen[] = [
  {
    name: 'page',
    item: ['page', 'solutions'],
    prepare: async (page) => {
      await page.waitForFunction('window.wp?.data?.select("core/editor")?.getCurrentPostId?.()');
      await page.getByRole('button', { name: 'Show on the site' }).first().click();
      await page
        .frameLocator('.site-companion-canvas__frame:not(.is-behind)')
        .getByRole('heading', { level: 1 })
        .waitFor();
      await page.evaluate(`
        const { getBlockOrder } = wp.data.select('core/block-editor');
        wp.data.dispatch('core/block-editor').selectBlock(getBlockOrder()[1]);
      `);
      await page.evaluate(`wp.data.dispatch('core/notices').removeAllNotices('snackbar');`);
      await page.locator('.components-snackbar').waitFor({ state: 'detached' });
      await page.getByText('As the site shows it, unsaved').waitFor();
    },
  },
  {
    name: 'event',
    item: ['event', 'port-of-domains-hamburg-2027'],
    prepare: async (page) => {
      const canvas = page.frameLocator('iframe[name="editor-canvas"]');
      await canvas.getByLabel('Ends').fill('2020-01-01T10:00');
      await canvas.getByLabel('Ends').blur();
      await canvas.getByText('The end is before the start.').last().waitFor();
    },
  },
  {
    name: 'home-page',
    item: 'admin.php?page=site-companion-homepage',
    prepare: (page) =>
      page.frameLocator('iframe[name="editor-canvas"]').locator('.site-companion-row__title').first().click(),
  },
  {
    name: 'search-and-sharing',
    item: ['event', 'port-of-domains-hamburg-2027'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search and sharing' }).click();
      const panel = page.locator('.site-companion-seo-panel');
      await panel.getByLabel('Title').fill('Meet us in Hamburg in June 2027');
      await panel.evaluate((element) => element.scrollIntoView());
    },
  },
];

const editing = await openEditing();
// Warms up the site, because WordPress waits for only two seconds when it asks the site for its name.
await (await fetch(editing.siteUrl)).text();
try {
  mkdirSync(FOLDER, { recursive: true });
  const page = await editing.openWindow('ed');
  await page.setViewportSize(VIEWPORT);

  // The browser asks for confirmation when a screen with unsaved changes is left.
  page.on('dialog', (dialog) => void dialog.accept());
  for (const { name, item, prepare } of SCREENS) {
    const [type, slug] = item;
    const list = ['post', 'list', `--post_type=${type}`, `--name=${slug}`, '--field=ID'];
    const screen =
      typeof item === 'string' ? item : `post.php?post=${(await editing.wordpress.cli(...list)).trim()}&action=edit`;
    await page.goto(`/wp-admin/${screen}`);
    await prepare(page);
    const file = path.join(FOLDER, `${name}.webp`);
    await sharp(await page.screenshot())
      .resize({ width: SHOWN_WIDTH })
      .webp({ quality: 70 })
      .toFile(file);
    console.log(file);
  }
} finally {
  await editing.close();
}
