import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestText, sendRaw } from '../support/raw-request.ts';
import { startSiteForTest, startSiteProcess } from '../support/site-process.ts';

let site: Awaited<ReturnType<typeof startSiteProcess>>;

beforeAll(async () => {
  site = await startSiteProcess({ PRIVACY_POLICY_URL: 'https://example.org/privacy' });
});

afterAll(() => site.stop('SIGKILL'));

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

const responses: readonly (readonly [string, number, () => string | Promise<string>])[] = [
  ['a page', 200, () => get('/')],
  ['a HEAD request', 200, () => requestText('HEAD', '/faq')],
  ['an unmodified page', 304, () => conditional('/faq')],
  ['a page that does not exist', 404, () => get('/no-such-page')],
  ['a malformed URL', 404, () => get('/%E0%A4%A')],
  ['a URL that is too long', 414, () => get(`/${'a'.repeat(9_000)}`)],
  ['a non-canonical spelling', 308, () => get('/FAQ/')],
  ['a configured redirect', 307, () => get('/privacy-policy')],
  ['a script', 200, () => get(assetPath('.js'), { 'accept-encoding': 'br' })],
  ['an unmodified script', 304, () => conditional(assetPath('.js'))],
  ['a range of a font', 206, () => get(assetPath('.woff2'), { range: 'bytes=0-9' })],
  ['a range beyond the end of a font', 416, () => get(assetPath('.woff2'), { range: 'bytes=99999999-' })],
  ['a file that does not exist', 404, () => get('/assets/no-such-file.js')],
  ['the latest build', 200, () => get('/builds/latest.json')],
  ['an RSC payload', 200, () => get('/RSC/R/faq.txt')],
  ['an RSC payload that does not exist', 404, () => get('/RSC/R/no-such-page.txt')],
  ['the JSON payload of a page', 200, () => get('/faq/_payload.json')],
  ['the sitemap', 200, () => get('/sitemap.xml')],
  ['an icon request without icon names', 400, () => get('/api/icons/tabler.json')],
  ['a captcha challenge', 200, () => get('/api/captcha/challenge')],
  ['a rejected message', 415, () => requestText('POST', '/mail/send', {}, 'x')],
  ['a rejected form', 400, () => requestText('POST', '/contact', { 'content-type': 'multipart/form-data' }, 'x')],
  ['a cross-origin form', 403, () => requestText('POST', '/contact', { origin: 'https://evil.test' }, 'x')],
  ['an unsupported method', 405, () => requestText('DELETE', '/faq')],
  ['a request that is not HTTP', 400, () => 'HELLO\r\n\r\n'],
  ['headers that are too large', 431, () => get('/', { 'x-large': 'a'.repeat(20_000) })],
  ['an unsupported Expect header', 417, () => get('/', { expect: 'tea' })],
  ['a CONNECT request', 405, () => requestText('CONNECT', 'example.org:443')],
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

test('the policy is the same for every document', async () => {
  const policies = await Promise.all(
    documents.map(async ([, request]) => (await request()).headers.get('content-security-policy')),
  );

  expect([...new Set(policies)]).toHaveLength(1);
});

test.each(documents)('the policy allows every inline script of %s', async (_, request) => {
  const response = await request();
  const policy = response.headers.get('content-security-policy') ?? '';

  expect(listInlineScripts(await response.text()).filter((script) => !policy.includes(toHash(script)))).toEqual([]);
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
  const secured = await startSiteForTest({
    SITE_URL: 'https://www.example.org',
    CAPTCHA_PROVIDER: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'key',
    CAPTCHA_SECRET: 'secret',
    HSTS: 'preload',
  });

  for (const target of ['/', '/no-such-page', '/robots.txt', assetPath('.js'), '/healthz']) {
    const { headers } = await sendRaw(secured.url, get(target));
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains; preload');
    if (target === assetPath('.js')) continue;
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'[^;]* https:\/\/js\.hcaptcha\.com/);
    expect(headers.get('content-security-policy')).toMatch(/report-to csp(?:;|$)/);
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  }
});

test('a message from the configured origin passes the origin check, whatever Host header the proxy sends', async () => {
  const behindProxy = await startSiteForTest({ SITE_URL: 'https://www.example.org' });
  const headers = { 'content-type': 'application/json', origin: 'https://www.example.org', host: 'internal' };

  expect((await sendRaw(behindProxy.url, requestText('POST', '/mail/send', headers, '{}'))).status).toBe(422);
});
