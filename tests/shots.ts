import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { PAGES } from './e2e/pages.ts';
import { hideCookieBanner, loadImages } from './e2e/site.ts';
import { VISITS } from './e2e/states.ts';
import { freePort } from './support/free-port.ts';
import { startSiteProcess } from './support/site-process.ts';

/**
 * `npm run shots [-- faq events]`: takes screenshots of the pages and states that the browser tests check, in all widths and themes, into
 * `shots/`, with an overview page for visual review. Arguments select the scenes whose name starts with one of them.
 */
const FOLDER = 'shots';
const WIDTHS = [360, 768, 1280, 1920] as const;
const THEMES = ['light', 'dark'] as const;

type Scene = {
  readonly name: string;
  readonly path: string;
  /** Brings the page into a certain state. Then only the viewport is captured instead of the full page. */
  readonly enter?: (page: Page) => Promise<void>;
  readonly hasCookieBanner?: boolean;
  readonly widths?: readonly number[];
};

const nameOf = (text: string): string => text.replace(/^\//, '').replace(/[^\w-]+/g, '_') || 'home';

const SCENES: readonly Scene[] = [
  ...[...PAGES, '/news?page=2'].map((path) => ({ name: nameOf(path), path })),
  ...VISITS.flatMap(({ path, states, hasCookieBanner = false, isOnPhone }) =>
    states.map(({ name }, index) => ({
      name: nameOf(name.replace(/^(?:an?|the) /, '')),
      path,
      hasCookieBanner,
      ...(isOnPhone && { widths: [360, 768] }),
      enter: async (page: Page) => {
        for (const { enter } of states.slice(0, index + 1)) await enter(page);
      },
    })),
  ),
];

type Variant = { readonly width: number; readonly theme: (typeof THEMES)[number] };

const fileOf = ({ name }: Scene, { width, theme }: Variant): string => `${name}-${width}-${theme}.png`;

const capture = async (browser: Browser, origin: string, scene: Scene, variant: Variant): Promise<void> => {
  const context = await browser.newContext({
    viewport: { width: variant.width, height: variant.width < 600 ? 780 : 900 },
    colorScheme: variant.theme,
    // Otherwise a screenshot could show an unfinished animation.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (!scene.hasCookieBanner) await hideCookieBanner(page);
  await page.goto(origin + scene.path);
  await loadImages(page);
  await scene.enter?.(page);
  await page.screenshot({ path: path.join(FOLDER, fileOf(scene, variant)), fullPage: scene.enter === undefined });
  await context.close();
};

const print = async (browser: Browser, origin: string, scene: Scene): Promise<void> => {
  const page = await browser.newPage();
  await page.goto(origin + scene.path);
  await loadImages(page);
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

const dnsPort = String(await freePort());
const nameServer = spawn(process.execPath, ['tests/support/sample-name-server.ts'], {
  env: { ...process.env, PORT: dnsPort },
  stdio: 'inherit',
});
const site = await startSiteProcess({
  DNS_RESOLVERS: `127.0.0.1:${dnsPort}`,
  PARKING_NAMESERVERS: 'ns1.park.net,ns2.park.net',
});
try {
  const prefixes = process.argv.slice(2);
  const scenes =
    prefixes.length === 0 ? SCENES : SCENES.filter(({ name }) => prefixes.some((word) => name.startsWith(word)));
  if (prefixes.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });

  const browser = await launchBrowser();
  await runConcurrently(
    scenes.flatMap((scene) => [
      ...variantsOf(scene).map((variant) => () => capture(browser, site.url, scene, variant)),
      ...(scene.enter ? [] : [() => print(browser, site.url, scene)]),
    ]),
  );
  await browser.close();
  writeFileSync(path.join(FOLDER, 'index.html'), toOverview(scenes));
  console.log(`${scenes.length} scenes in ${FOLDER}/, see ${FOLDER}/index.html`);
} finally {
  await site.stop();
  nameServer.kill();
}
