import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';
import { startSiteForTest } from '../support/site-process.ts';

const PATH = '/api/csp-reports';
const MESSAGE = 'the content security policy was violated';

const violation = (body: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: 'http://localhost/faq?q=private',
  user_agent: 'Test',
  body: {
    documentURL: 'http://localhost/faq?q=private',
    blockedURL: 'inline',
    effectiveDirective: 'script-src-elem',
    sample: 'secret sample',
    disposition: 'enforce',
    ...body,
  },
});

const startSiteForReports = async (settings: Record<string, string> = {}) => {
  const site = await startSiteForTest({ TRUST_PROXY: '127.0.0.1/32', ...settings });
  const send = async (body: unknown, { from = '192.0.2.7', type = 'application/reports+json' } = {}) => {
    const headers = { 'content-type': type, 'x-forwarded-for': from };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(site.url + PATH, { method: 'POST', headers, body: text })).status;
  };
  const readLogged = (): Record<string, unknown>[] =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes(MESSAGE))
      .map((line) => JSON.parse(line));
  return { site, send, readLogged };
};

/** Serves a site over https with a self-signed certificate, because browsers report over https only. */
const startTlsProxy = async (url: string): Promise<string> => {
  const keyAndCertificate = execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout - -out -'.split(' '),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const server = createServer({ key: keyAndCertificate, cert: keyAndCertificate }, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const upstream = request(new URL(incoming.url ?? '/', url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${port}`;
};

test('a violation is logged once, without the query of the page and without source code', async () => {
  const { site, send, readLogged } = await startSiteForReports();
  const other = violation({ documentURL: 'http://localhost/news', blockedURL: 'https://evil.test/a.js?x' });

  expect(await send([violation(), violation()])).toBe(204);
  expect(await send([violation()], { from: '192.0.2.8' })).toBe(204);
  expect(await send([other])).toBe(204);
  await expect.poll(readLogged).toHaveLength(2);
  expect(readLogged()).toMatchObject([
    { directive: 'script-src-elem', blocked: 'inline', page: '/faq' },
    { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/news' },
  ]);
  expect(site.output()).not.toMatch(/private|secret sample/);
});

test('violations by browser extensions, reports of other types and invalid reports are not logged', async () => {
  const { send, readLogged } = await startSiteForReports();

  expect(await send([violation({ sourceFile: 'moz-extension://0b1/content.js' })])).toBe(204);
  expect(await send([violation({ blockedURL: 'chrome-extension' })])).toBe(204);
  expect(await send([{ ...violation(), type: 'deprecation' }])).toBe(204);
  expect(await send('no JSON')).toBe(400);
  expect(await send([violation({ sample: 'x'.repeat(70_000) })])).toBe(413);
  expect(readLogged()).toEqual([]);
});

test('requests are limited per client, and log lines in total', async () => {
  const { send, readLogged } = await startSiteForReports();
  const statuses: number[] = [];
  for (let index = 0; index < 30; index += 1) {
    statuses.push(await send([violation({ blockedURL: `https://host-${index}.test/` })]));
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  for (let index = 0; index < 200; index += 1) {
    await send([violation({ blockedURL: `https://other-${index}.test/` })], { from: `198.51.100.${index}` });
  }

  expect(readLogged().length).toBeGreaterThan(10);
  expect(readLogged().length).toBeLessThanOrEqual(60);
});

test('Chromium reports an inline script that the policy blocks', async () => {
  // The site sends the headers for reports only if its URL is https.
  const { site, readLogged } = await startSiteForReports({ SITE_URL: 'https://www.example.org' });
  const url = await startTlsProxy(site.url);
  const browser = await chromium.launch({
    executablePath: provideBrowser(),
    args: [...BROWSER_ARGUMENTS, '--ignore-certificate-errors', '--short-reporting-delay'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${url}/faq`);
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.injected = "yes"';
    document.head.append(script);
    return document.documentElement.dataset.injected === 'yes';
  });

  expect(hasRun).toBe(false);
  await expect.poll(readLogged).toMatchObject([{ blocked: 'inline', page: '/faq' }]);
});
