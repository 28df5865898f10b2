import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSiteProcess } from '../support/site-process.ts';

let site: Awaited<ReturnType<typeof startSiteProcess>>;

beforeAll(async () => {
  site = await startSiteProcess({ SITE_INDEXABLE: 'true' });
});

afterAll(() => site.stop('SIGKILL'));

const read = async (path: string): Promise<{ readonly status: number; readonly document: HTMLElement }> => {
  // Browsers accept HTML. Other clients get the error page of a file as plain text.
  const response = await fetch(site.url + path, { headers: { accept: 'text/html' } });
  return { status: response.status, document: parse(await response.text()) };
};

const textOf = (document: HTMLElement, selector: string): string[] =>
  document.querySelectorAll(selector).map(({ structuredText }) => structuredText.replaceAll(/\s+/g, ' ').trim());

const HEAD_TAGS = [
  'title',
  'meta[name=description]',
  'meta[name=robots]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[name="twitter:card"]',
];

test('every page has each head tag exactly once', async () => {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname);
  const otherPaths = ['/contact?sent=P-ABCD-2345', '/RSOC-for-domains-application?sent=P-ABCD-2345', '/no-such-page'];

  expect(listed.length).toBeGreaterThan(10);
  for (const path of [...listed, ...otherPaths]) {
    const { document } = await read(path);
    const counts = Object.fromEntries(
      HEAD_TAGS.map((selector) => [selector, document.querySelectorAll(selector).length]),
    );
    expect({ path, ...counts }).toEqual({ path, ...Object.fromEntries(HEAD_TAGS.map((selector) => [selector, 1])) });
  }
});

test('the contact page and the footer have the telephone number, and the page the email address', async () => {
  const { document } = await read('/contact');

  for (const area of ['aside', 'footer']) {
    const [telephone] = document.querySelectorAll(`${area} a[href^="tel:"]`);
    expect(telephone?.getAttribute('href'), area).toBe('tel:+494066969120');
    expect(telephone?.text, area).toBe('+49 40 66969 120');
    expect(textOf(document, area).join(), area).toContain('Monday to Friday, 08:00 to 18:00 German time');
  }
  const [mail] = document.querySelectorAll('main a[href^="mailto:"]');
  expect(mail?.getAttribute('href')).toMatch(/^mailto:support@example\.com/);
});

test.each(['/no-such-page', '/no/such/page', '/.env'])('%s returns the error page with status 404', async (path) => {
  const { status, document } = await read(path);

  expect(status).toBe(404);
  expect(textOf(document, 'title')).toEqual([`404 - Page not found: ${path}`]);
  expect(textOf(document, 'h1')).toEqual(['Uhm... sorry, 404']);
  const [text = ''] = textOf(document, 'main');
  expect(text).toContain("The requested page doesn't exist. Probably never did? Check your spelling and bookmarks");
  expect(text).toContain('or contact us:');
  const [mail] = document.querySelectorAll('main a[href^="mailto:"]');
  expect(mail?.text).toBe('support@example.com');
  expect(mail?.getAttribute('href')).toBe('mailto:support@example.com?subject=Freehold%20Website%20-%20support');
  const home = document.querySelectorAll('main a[href="/"]');
  expect(home.map((link) => link.text)).toContain('Back to home page');
});

test('an error page has no canonical URL and is not indexed', async () => {
  const { document } = await read('/no-such-page');

  expect(document.querySelectorAll('link[rel=canonical]')).toEqual([]);
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow');
});

test.each([
  ['/%E2%98%83', /^404 - Page not found: /],
  ['/a%20b', /^404 - Page not found: /],
  ['/-%21-', /^404 - Page not found: /],
  ['/no-such-page?from=forum', /^404 - Page not found: \/no-such-page\?from=forum$/],
  // A page with a dedicated route is not served at its slug.
  ['/agb', /^404 - Page Not Found: \/agb$/],
  // The catalogue of blocks exists in development only.
  ['/_blocks', /^404 - Page Not Found: \/_blocks$/],
])('%s returns 404 with its path in the title', async (path, title) => {
  const { status, document } = await read(path);

  expect(status).toBe(404);
  expect(textOf(document, 'title')[0]).toMatch(title);
});
