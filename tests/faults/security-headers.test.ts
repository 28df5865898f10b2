import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { requestText, sendRaw } from '../support/raw-request.ts';
import { shareSite } from '../support/site-process.ts';

const LOGIN = 'https://app.example.org/login';

const site = shareSite();
/** A site with a public URL, an external captcha, and a page that is hosted elsewhere. */
const publicSite = shareSite({
  SITE_URL: 'https://www.example.org',
  HSTS: 'preload',
  CAPTCHA_PROVIDER: 'friendlycaptcha',
  CAPTCHA_SITE_KEY: 'FCMTEST',
  CAPTCHA_SECRET: 'secret',
  PRIVACY_POLICY_URL: 'https://example.org/privacy',
  LOGIN_URL: LOGIN,
});

const EXPECTED_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /camera=\(\).*display-capture=\(\).*geolocation=\(\).*serial=\(\).*usb=\(\)/,
  ),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

const assetPath = (ending: string): string => {
  const name = readdirSync('dist/public/assets').find((file) => file.endsWith(ending));
  return `/assets/${name}`;
};

const get = (target: string, headers: Record<string, string> = {}) => requestText('GET', target, headers);

/** A conditional request with the current ETag of a resource. */
const conditional = async (target: string): Promise<string> => {
  const response = await fetch(site.url + target, { headers: { 'accept-encoding': 'identity' } });
  await response.arrayBuffer();
  return get(target, { 'if-none-match': response.headers.get('etag') ?? '', 'accept-encoding': 'identity' });
};

const payloadUrlOf = async (target: string): Promise<string> =>
  /data-payload="([^"]+)"/.exec(await (await fetch(site.url + target)).text())?.[1] ?? '';

// tests/unit/framework/server.test.ts sends what is rejected before it is a request.
const responses: readonly (readonly [string, number, () => string | Promise<string>])[] = [
  ['a page', 200, () => get('/')],
  ['a HEAD request', 200, () => requestText('HEAD', '/faq')],
  ['an unmodified page', 304, () => conditional('/faq')],
  ['a page that does not exist', 404, () => get('/no-such-page')],
  ['a malformed URL', 404, () => get('/%E0%A4%A')],
  ['a URL that is too long', 414, () => get(`/${'a'.repeat(9_000)}`)],
  ['a non-canonical spelling', 308, () => get('/FAQ/')],
  ['a script', 200, () => get(assetPath('.js'), { 'accept-encoding': 'br' })],
  ['a range of a font', 206, () => get(assetPath('.woff2'), { range: 'bytes=0-9' })],
  ['a range beyond the end of a font', 416, () => get(assetPath('.woff2'), { range: 'bytes=99999999-' })],
  ['a file that does not exist', 404, () => get('/assets/no-such-file.js')],
  ['an RSC payload', 200, () => get('/RSC/R/faq.txt')],
  ['the payload of a document', 200, async () => get(await payloadUrlOf('/faq'))],
  ['the JSON payload of a page', 200, () => get('/faq/_payload.json')],
  ['the sitemap', 200, () => get('/sitemap.xml')],
  ['a captcha challenge', 200, () => get('/api/captcha/challenge')],
  ['a rejected message', 415, () => requestText('POST', '/mail/send', {}, 'x')],
  ['a rejected form', 400, () => requestText('POST', '/contact', { 'content-type': 'multipart/form-data' }, 'x')],
  ['a cross-origin form', 403, () => requestText('POST', '/contact', { origin: 'https://evil.test' }, 'x')],
  ['an unsupported method', 405, () => requestText('DELETE', '/faq')],
  ['the health endpoint', 200, () => get('/healthz')],
  ['the readiness endpoint', 200, () => get('/readyz')],
];

/** The players of embedded videos. Without an external captcha provider, the policy allows no other hosts. */
const PLAYERS = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;';

describe('security headers', () => {
  test.each(responses)('are sent for %s (%i)', async (_, status, request) => {
    const response = await sendRaw(site.url, await request());

    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(EXPECTED_HEADERS);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
    expect(policy.replace(PLAYERS, '')).not.toMatch(/https?:/);
    expect(response.headers.has('x-powered-by')).toBe(false);
    expect(response.headers.has('strict-transport-security')).toBe(false);
  });
});

test.each(['.js', '.css', '.woff2'])('the policy of a %s file allows it to load nothing', async (ending) => {
  const { headers } = await fetch(site.url + assetPath(ending), { method: 'HEAD' });

  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

const documents: readonly (readonly [string, () => Promise<Response>])[] = [
  ['the home page', () => fetch(`${site.url}/`)],
  ['a page with structured data', () => fetch(`${site.url}/faq?q=payout`)],
  ['a page with a form', () => fetch(`${site.url}/RSOC-for-domains-application`)],
  ['a confirmation page', () => fetch(`${site.url}/contact?sent=P-ABCD-2345`)],
  ['a rejected form', () => fetch(`${site.url}/contact`, { method: 'POST', body: new FormData() })],
  ['a page that does not exist', () => fetch(`${site.url}/no-such-page`)],
  ['a malformed URL', () => fetch(`${site.url}/%E0%A4%A`)],
];

const toHash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** The inline scripts to which the policy applies, that is all but JSON-LD. */
const listInlineScripts = (html: string): string[] =>
  parse(html)
    .querySelectorAll('script:not([src])')
    .filter((script) => script.getAttribute('type') !== 'application/ld+json')
    .map((script) => script.text);

test('the policy is the same for every document, and allows its inline scripts', async () => {
  const policies = new Set<string>();
  for (const [name, request] of documents) {
    const response = await request();
    const policy = response.headers.get('content-security-policy') ?? '';
    policies.add(policy);
    const scripts = listInlineScripts(await response.text());
    expect(
      scripts.filter((script) => !policy.includes(toHash(script))),
      name,
    ).toEqual([]);
  }

  expect([...policies]).toHaveLength(1);
});

test('the boot script has the hash of its file, and it is the only script that a page loads', async () => {
  const html = await (await fetch(`${site.url}/`)).text();
  const scripts = parse(html).querySelectorAll('script[src]');

  expect(scripts).toHaveLength(1);
  for (const script of scripts) {
    const bytes = readFileSync(`dist/public${script.getAttribute('src')}`);
    expect(script.getAttribute('integrity')).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
  }
});

test('a site without https sends no directive or header for reports, because browsers would ignore them', async () => {
  const { headers } = await sendRaw(site.url, get('/faq'));

  expect(headers.get('content-security-policy')).not.toContain('report-');
  expect(headers.has('reporting-endpoints')).toBe(false);
});

test('an https site sends HSTS, and the policy allows the hosts of a configured captcha', async () => {
  for (const target of ['/', '/no-such-page', '/robots.txt', assetPath('.js'), '/healthz', '/privacy-policy']) {
    const { headers } = await sendRaw(publicSite.url, get(target));
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains; preload');
    if (target === assetPath('.js')) continue;
    expect(headers.get('content-security-policy')).toMatch(/frame-src [^;]*https:\/\/\*\.frcapi\.com/);
    expect(headers.get('content-security-policy')).toMatch(/report-to csp(?:;|$)/);
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  }
});

test('a page that is hosted elsewhere redirects, has no payload and is not in the sitemap; the header links to the login', async () => {
  const request = (path: string) => fetch(publicSite.url + path, { redirect: 'manual' });

  expect((await request('/privacy-policy')).headers.get('location')).toBe('https://example.org/privacy');
  // On 404 the router would show the error page; any other status makes it load the URL.
  for (const path of ['/RSC/R/privacy-policy.txt', '/privacy-policy/_payload.json'])
    expect((await request(path)).status, path).toBe(410);
  expect((await request('/RSC/R/agb.php.txt')).status).toBe(200);
  expect(await (await request('/faq')).text()).toMatch(new RegExp(`<a href="${LOGIN}"[^>]*>Log in</a>`));
  expect(await (await request('/sitemap.xml')).text()).not.toContain('/privacy-policy');
});

describe('in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  /** Opens a page of the public site. The requests to other hosts get an empty document. */
  const openPage = async (path: string) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const requests: { host: string; type: string }[] = [];
    await page.route(
      (url) => url.origin !== publicSite.url,
      async (route) => {
        requests.push({ host: new URL(route.request().url()).host, type: route.request().resourceType() });
        await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Frame</title>' });
      },
    );
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(publicSite.url + path);
    return { page, requests, errors };
  };

  test('the policy blocks an inline script, and what the browser reports about it is logged', async () => {
    const { page } = await openPage('/faq');
    const reports = await page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      new ReportingObserver((reports) => resolve(JSON.stringify(reports)), { types: ['csp-violation'] }).observe();
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.injected = "yes"';
      document.head.append(script);
      return promise;
    });

    expect(await page.evaluate(() => document.documentElement.dataset.injected)).toBeUndefined();
    // The headless shell of Chromium observes reports, but sends none.
    const headers = { 'content-type': 'application/reports+json' };
    const sent = await fetch(`${publicSite.url}/api/csp-reports`, { method: 'POST', headers, body: reports });
    expect(sent.status).toBe(204);
    const readLogged = (): unknown[] =>
      publicSite
        .output()
        .split('\n')
        .filter((line) => line.includes('the content security policy was violated'))
        .map((line) => JSON.parse(line));
    await expect.poll(readLogged).toMatchObject([{ blocked: 'inline', page: '/faq' }]);
  });

  // tests/e2e/captcha-providers.test.ts shows that withdrawn consent removes the widget of a provider.
  test('Friendly Captcha loads only its frame from other hosts', async () => {
    const { page, requests, errors } = await openPage('/contact');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
    const captchaBox = page.getByRole('region', { name: 'Captcha' });
    await captchaBox.getByRole('button', { name: 'Allow captcha' }).click();
    // The frame is hidden until the provider's script inside it responds.
    await captchaBox.locator('iframe').waitFor({ state: 'attached' });

    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ host, type }) => !host.endsWith('.frcapi.com') || type !== 'document')).toEqual([]);
    expect(errors).toEqual([]);
  });
});
