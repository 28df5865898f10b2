import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestText, sendRaw } from '../support/raw-request.ts';
import { openSiteProcess, startSite } from '../support/site-process.ts';

let site: Awaited<ReturnType<typeof openSiteProcess>>;

beforeAll(async () => {
  site = await openSiteProcess({ PRIVACY_POLICY_URL: 'https://example.org/privacy' });
});

afterAll(() => site.stop('SIGKILL'));

const EVERYWHERE = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /camera=\(\).*display-capture=\(\).*geolocation=\(\).*serial=\(\).*usb=\(\)/,
  ),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

const asset = (ending: string): string => {
  const name = readdirSync('dist/public/assets').find((file) => file.endsWith(ending));
  return `/assets/${name}`;
};

const get = (target: string, headers: Record<string, string> = {}) => requestText('GET', target, headers);

/** The validator of an address, and a second question with it. */
const again = async (target: string): Promise<string> => {
  const response = await fetch(site.url + target, { headers: { 'accept-encoding': 'identity' } });
  await response.arrayBuffer();
  return get(target, { 'if-none-match': response.headers.get('etag') ?? '', 'accept-encoding': 'identity' });
};

const answers: readonly (readonly [string, number, () => string | Promise<string>])[] = [
  ['a page', 200, () => get('/')],
  ['a page asked for by HEAD', 200, () => requestText('HEAD', '/faq')],
  ['a page that is as it was', 304, () => again('/faq')],
  ['a page that does not exist', 404, () => get('/no-such-page')],
  ['a malformed address', 404, () => get('/%E0%A4%A')],
  ['an address that is too long', 414, () => get(`/${'a'.repeat(3_000)}`)],
  ['another spelling of a page', 308, () => get('/FAQ/')],
  ['a configured redirect', 307, () => get('/privacy-policy')],
  ['a script', 200, () => get(asset('.js'), { 'accept-encoding': 'br' })],
  ['a script that is as it was', 304, () => again(asset('.js'))],
  ['a part of a font', 206, () => get(asset('.woff2'), { range: 'bytes=0-9' })],
  ['a part that a font does not have', 416, () => get(asset('.woff2'), { range: 'bytes=99999999-' })],
  ['a file that does not exist', 404, () => get('/assets/no-such-file.js')],
  ['the newest build', 200, () => get('/builds/latest.json')],
  ['a payload', 200, () => get('/RSC/R/faq.txt')],
  ['a payload that does not exist', 404, () => get('/RSC/R/no-such-page.txt')],
  ['the content of a page', 200, () => get('/faq/_payload.json')],
  ['a file for machines', 200, () => get('/sitemap.xml')],
  ['an endpoint that is asked wrongly', 400, () => get('/api/icons/tabler.json')],
  ['a task of the captcha', 200, () => get('/api/captcha/challenge')],
  ['a message that is refused', 415, () => requestText('POST', '/mail/send', {}, 'x')],
  [
    'a form that is refused',
    400,
    () => requestText('POST', '/contact', { 'content-type': 'multipart/form-data' }, 'x'),
  ],
  ['a form of another website', 403, () => requestText('POST', '/contact', { origin: 'https://evil.test' }, 'x')],
  ['a method that is refused', 405, () => requestText('DELETE', '/faq')],
  ['what is no HTTP', 400, () => 'HELLO\r\n\r\n'],
  ['headers that are too large', 431, () => get('/', { 'x-large': 'a'.repeat(20_000) })],
  ['an expectation', 417, () => get('/', { expect: 'tea' })],
  ['a tunnel', 405, () => requestText('CONNECT', 'example.org:443')],
  ['the health', 200, () => get('/healthz')],
  ['the readiness', 200, () => get('/readyz')],
];

describe('every answer says what browsers may do with it', () => {
  test.each(answers)('%s (%i)', async (_, status, request) => {
    const answer = await sendRaw(site.url, await request());

    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(EVERYWHERE);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src '(?:self|none)'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'|https?:/);
    expect(answer.headers.has('x-powered-by')).toBe(false);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
  });
});

const documents: readonly (readonly [string, () => Promise<Response>])[] = [
  ['the home page', () => fetch(`${site.url}/`)],
  ['a page with structured data', () => fetch(`${site.url}/faq?q=payout`)],
  ['a page with a form', () => fetch(`${site.url}/RSOC-for-domains-application`)],
  ['thanks for a message', () => fetch(`${site.url}/contact?sent=P-ABCD-2345`)],
  ['a form that comes back', () => fetch(`${site.url}/contact`, { method: 'POST', body: new FormData() })],
  ['an address that does not exist', () => fetch(`${site.url}/no-such-page`)],
  ['a malformed address', () => fetch(`${site.url}/%E0%A4%A`)],
];

const toHash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** The scripts of a document that the policy decides about: blocks of data are none. */
const inlineScripts = (html: string): string[] =>
  parse(html)
    .querySelectorAll('script:not([src])')
    .filter((script) => script.getAttribute('type') !== 'application/ld+json')
    .map((script) => script.text);

test('the policy is the same for every document, so no script can get into it through the content', async () => {
  const policies = await Promise.all(
    documents.map(async ([, request]) => (await request()).headers.get('content-security-policy')),
  );

  expect([...new Set(policies)]).toHaveLength(1);
});

test.each(documents)('the policy allows every inline script of %s', async (_, request) => {
  const response = await request();
  const policy = response.headers.get('content-security-policy') ?? '';

  expect(inlineScripts(await response.text()).filter((script) => !policy.includes(toHash(script)))).toEqual([]);
});

test('a site at https keeps browsers there, and the hosts of a captcha are allowed where one is configured', async () => {
  const secured = await startSite({
    SITE_URL: 'https://www.example.org',
    CAPTCHA_PROVIDER: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'key',
    CAPTCHA_SECRET: 'secret',
  });

  for (const target of ['/', '/no-such-page', '/robots.txt', asset('.js'), '/healthz']) {
    const { headers } = await sendRaw(secured.url, get(target));
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'[^;]* https:\/\/js\.hcaptcha\.com/);
    expect(headers.get('content-security-policy')).toMatch(/report-to csp(?:;|$)/);
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  }
});

test('a form that arrives under the configured address is taken, whatever host the proxy names', async () => {
  const behindProxy = await startSite({ SITE_URL: 'https://www.example.org' });
  const headers = { 'content-type': 'application/json', origin: 'https://www.example.org', host: 'internal' };

  expect((await sendRaw(behindProxy.url, requestText('POST', '/mail/send', headers, '{}'))).status).toBe(422);
});
