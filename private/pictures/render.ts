/**
 * `npm run pictures [-- name…]`: renders the site's images. Captures each source in Chromium and writes it as AVIF and WebP in
 * every width that pages use, together with the manifest `src/site/pictures.json`; prints the documents as PDF.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright';
import sharp from 'sharp';
import { documents, type Picture, pictures } from './pictures.ts';
import { features } from './scenes/features.ts';
import { guides } from './scenes/guides.ts';
import { portraits } from './scenes/portraits.ts';
import { solutions } from './scenes/solutions.ts';

const root = new URL('../../', import.meta.url);
const output = new URL('public/pictures/', root);
const documentOutput = new URL('public/documents/', root);
const manifest = new URL('src/site/pictures.json', root);

/** Requests to this origin are served from disk, so that fonts and modules load without a server. */
const origin = 'http://pictures.invalid';
const fullWidth = 1600;

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.ts': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const serveFromDisk = async (route: Route): Promise<void> => {
  const { pathname } = new URL(route.request().url());
  const folder = /^\/(?:node_modules|src)\//.test(pathname) ? root : new URL('./', import.meta.url);
  const file = await readFile(new URL(`.${pathname}`, folder)).catch(() => null);
  if (file === null) return route.fulfill({ status: 404 });

  const extension = extname(pathname);
  const body = extension === '.ts' ? stripTypeScriptTypes(file.toString()) : file;
  return route.fulfill({ body, contentType: mediaTypes[extension] ?? 'application/octet-stream' });
};

/**
 * Opens a source in a new page and passes the page to `act`.
 *
 * @throws {Error} when the page logs an error, for example because a file is missing.
 */
const open = async (
  browser: Browser,
  source: string,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<Buffer>,
): Promise<Buffer> => {
  const context = await browser.newContext({ colorScheme: 'light', ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

  await page.route(`${origin}/**`, serveFromDisk);
  await page.goto(`${origin}/${source}`, { waitUntil: 'networkidle' });
  for (const frame of page.frames()) await frame.evaluate(() => document.fonts.ready.then(() => undefined));
  const result = await act(page);
  await context.close();

  if (errors.length > 0) throw new Error(`${source}: ${errors.join('; ')}`);
  return result;
};

const capture = (browser: Browser, { source, viewport }: Picture): Promise<Buffer> =>
  open(browser, source, { viewport, deviceScaleFactor: 2 }, (page) => page.screenshot());

/** Prints a source as a tagged PDF, in which screen readers find headings and tables. */
const print = (browser: Browser, source: string): Promise<Buffer> =>
  open(browser, source, {}, (page) => page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true }));

const encode = async (screenshot: Buffer, { name, widths, quality = 52 }: Picture): Promise<void> => {
  const toFile = (file: string) => fileURLToPath(new URL(file, output));
  const webp = { quality: 82, smartSubsample: true, effort: 6 } as const;
  const scaled = (width: number) => sharp(screenshot).resize({ width, kernel: 'lanczos3' });
  const fallbackWidth = Math.min(fullWidth, Math.max(...widths));

  await Promise.all([
    ...widths.flatMap((width) => [
      scaled(width)
        .avif({ quality, effort: 7 })
        .toFile(toFile(`${name}-${width}.avif`)),
      scaled(width)
        .webp(webp)
        .toFile(toFile(`${name}-${width}.webp`)),
    ]),
    scaled(fallbackWidth)
      .webp(webp)
      .toFile(toFile(`${name}.webp`)),
  ]);
};

const readManifest = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(manifest, 'utf8').catch(() => '{}'));

const scenes = { ...features, ...guides, ...portraits, ...solutions };

const names = process.argv.slice(2);
const selected = names.length === 0 ? pictures : pictures.filter(({ name }) => names.includes(name));
await mkdir(output, { recursive: true });
await mkdir(documentOutput, { recursive: true });

for (const [name, draw] of Object.entries(scenes)) {
  if (names.length === 0 || names.includes(name)) await writeFile(new URL(`${name}.svg`, output), draw());
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  for (const picture of selected) {
    await encode(await capture(browser, picture), picture);
    console.log(picture.name);
  }
  for (const [name, source] of Object.entries(documents)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await writeFile(new URL(`${name}.pdf`, documentOutput), await print(browser, source));
    console.log(name);
  }
} finally {
  await browser.close();
}

const known = await readManifest();
const entries = pictures.map(({ name, widths, viewport }) => {
  const width = Math.max(...widths);
  return [name, { width, height: Math.round((width * viewport.height) / viewport.width), widths }] as const;
});
const listed = entries.filter(([name]) => name in known || selected.some((picture) => picture.name === name));
await writeFile(manifest, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`);
