import { expect, test } from 'vitest';
import { createHealthEndpoints, defineProcessMetrics } from '../../../../src/framework/endpoints/health.ts';
import type { Health } from '../../../../src/framework/site-options.ts';

type Check = () => Promise<Health>;

const ready: Check = async () => ({ isReady: true, summary: 'reachable', details: { failures: 3 } });
const unready: Check = async () => ({ isReady: false, summary: 'unreachable', details: { failures: 3 } });
const broken: Check = () => Promise.reject(new Error('no connection'));

const TOKEN = 'a-token-of-16-characters';
const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const OTHER_MACHINE = '198.51.100.7';

/** Endpoints with a token, unless `metricsToken` is null. */
const openEndpoints = ({
  checks = { content: ready },
  metricsToken = TOKEN,
  url = 'https://example.org',
  draining = new AbortController().signal,
}: {
  readonly checks?: Readonly<Record<string, Check>>;
  readonly metricsToken?: string | null;
  readonly url?: string;
  readonly draining?: AbortSignal;
} = {}) => {
  const endpoints = createHealthEndpoints({ checks, draining, settings: { metricsToken, url } });
  const read = async (
    path: string,
    headers: Record<string, string> = {},
    remoteAddress: string | null = OTHER_MACHINE,
  ) => {
    const env = remoteAddress === null ? {} : { incoming: { socket: { remoteAddress } } };
    const response = await endpoints.request(path, { headers }, env);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const readJson = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text } = await read(path, headers);
    const body: unknown = JSON.parse(text);
    return { status, body };
  };
  return { read, readJson };
};

test('a process that responds is healthy, even if a check fails', async () => {
  const { readJson } = openEndpoints({ checks: { mail: unready } });

  expect(await readJson('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
});

test.each([
  ['all of its checks succeed', { content: ready }, 200, { status: 'ok', content: 'reachable' }],
  [
    'a check fails',
    { content: ready, mail: unready },
    503,
    { status: 'unavailable', content: 'reachable', mail: 'unreachable' },
  ],
  ['a check throws', { content: broken }, 503, { statusCode: 503, statusMessage: 'Service Unavailable' }],
])('an instance of which %s has the readiness for that', async (_, checks, status, body) => {
  expect(await openEndpoints({ checks }).readJson('/readyz')).toEqual({ status, body });
});

// tests/faults/graceful-shutdown.test.ts reads at which level that is logged.
test('once a graceful shutdown begins, even during the checks, an instance is not ready', async () => {
  const draining = new AbortController();
  const content: Check = async () => {
    draining.abort();
    return ready();
  };

  expect(await openEndpoints({ checks: { content }, draining: draining.signal }).readJson('/readyz')).toEqual({
    status: 503,
    body: { status: 'stopping', content: 'reachable' },
  });
});

test('clients with access to the metrics see the details of a check instead of a summary', async () => {
  const { body } = await openEndpoints().readJson('/readyz', AUTHORISED);

  expect(body).toEqual({ status: 'ok', content: { failures: 3 } });
});

test('clients with access read the metrics of the build and the process in the format of Prometheus', async () => {
  defineProcessMetrics();
  const { status, headers, text } = await openEndpoints().read('/metrics', AUTHORISED);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toContain(`site_build_info{build="none",node="${process.version}"} 1\n`);
  expect(text).toContain('process_resident_memory_bytes');
});

test('the metrics require the token in its exact case, but accept the scheme name in any case', async () => {
  const { read } = openEndpoints();

  for (const scheme of ['bearer', 'BEARER'])
    expect((await read('/metrics', { authorization: `${scheme} ${TOKEN}` })).status).toBe(200);
  for (const authorization of [`Bearer ${TOKEN.toUpperCase()}`, `Basic ${TOKEN}`, TOKEN, '']) {
    const { status, headers, text } = await read('/metrics', { authorization }, '127.0.0.1');
    expect(status, authorization).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(text).not.toContain('# HELP');
  }
});

test('the metrics are open to clients on this machine if no token is configured and the site has no public URL', async () => {
  const { read } = openEndpoints({ metricsToken: null, url: 'http://localhost:8080' });

  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1'])
    expect((await read('/metrics', {}, address)).status).toBe(200);
});

test.each([
  ['another machine sends the request', 'http://localhost:8080', {}, '192.168.1.7'],
  ['a proxy forwards the request', 'http://localhost:8080', { 'x-forwarded-for': OTHER_MACHINE }, '127.0.0.1'],
  ['the site has a public URL', 'https://example.org', {}, '127.0.0.1'],
  ['the address of the client is unknown', 'http://localhost:8080', {}, null],
])('the metrics are hidden if no token is configured and %s', async (_, url, headers, peer) => {
  const response = await openEndpoints({ metricsToken: null, url }).read('/metrics', headers, peer);

  expect(response.status).toBe(404);
  expect(response.headers.get('www-authenticate')).toBeNull();
});
