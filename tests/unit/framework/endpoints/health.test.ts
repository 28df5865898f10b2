import { describe, expect, test } from 'vitest';
import { createHealthEndpoints } from '../../../../src/framework/endpoints/health.ts';
import { defineGauge } from '../../../../src/framework/metrics-registry.ts';
import type { HealthCheck } from '../../../../src/framework/site-options.ts';

const createCheck = (name: string, isReady: () => Promise<boolean>): HealthCheck => ({
  name,
  isReady,
  details: () => ({ failures: 3 }),
  summary: (ready) => (ready ? 'reachable' : 'unreachable'),
});

const READY = createCheck('content', async () => true);
const UNREADY = createCheck('mail', async () => false);

const TOKEN = 'a-token-of-16-characters';

/** Settings by the access to the metrics that they grant to a client with `TOKEN`. */
const SETTINGS = {
  open: { metricsToken: TOKEN, url: 'https://example.org' },
  unauthorised: { metricsToken: 'another-token-of-16-characters', url: 'https://example.org' },
  hidden: { metricsToken: null, url: 'https://example.org' },
} as const;

type Options = { readonly checks?: readonly HealthCheck[]; readonly access?: keyof typeof SETTINGS };

const openEndpoints = async ({ checks = [READY], access = 'hidden' }: Options = {}) => {
  const draining = new AbortController();
  const endpoints = createHealthEndpoints({ checks, draining: draining.signal, settings: SETTINGS[access] });
  const read = async (path: string) => {
    const response = await endpoints.request(path, { headers: { authorization: `Bearer ${TOKEN}` } }, {});
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const readJson = async (path: string) => {
    const { status, text } = await read(path);
    const body: unknown = JSON.parse(text);
    return { status, body };
  };
  return { draining, read, readJson };
};

test('a process that responds is healthy, even if a check fails', async () => {
  const { readJson } = await openEndpoints({ checks: [UNREADY] });

  expect(await readJson('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
});

test('an instance is ready if all of its checks succeed', async () => {
  expect(await (await openEndpoints()).readJson('/readyz')).toEqual({
    status: 200,
    body: { status: 'ok', content: 'reachable' },
  });
  expect(await (await openEndpoints({ checks: [READY, UNREADY] })).readJson('/readyz')).toEqual({
    status: 503,
    body: { status: 'unavailable', content: 'reachable', mail: 'unreachable' },
  });
});

test('an instance is not ready once a graceful shutdown begins', async () => {
  const { draining, readJson } = await openEndpoints();
  draining.abort();

  expect(await readJson('/readyz')).toEqual({ status: 503, body: { status: 'stopping', content: 'reachable' } });
});

test('an instance whose check throws is not ready', async () => {
  const broken = createCheck('content', async () => {
    throw new Error('no connection');
  });

  expect(await (await openEndpoints({ checks: [broken] })).readJson('/readyz')).toMatchObject({ status: 503 });
});

test('only clients with access to the metrics see the details of a check, others see a summary', async () => {
  const bodyOf = async (access: keyof typeof SETTINGS) =>
    (await (await openEndpoints({ access })).readJson('/readyz')).body;

  expect(await bodyOf('open')).toEqual({ status: 'ok', content: { failures: 3 } });
  expect(await bodyOf('unauthorised')).toEqual({ status: 'ok', content: 'reachable' });
  expect(await bodyOf('hidden')).toEqual({ status: 'ok', content: 'reachable' });
});

test('clients with access read the metrics in the format of Prometheus', async () => {
  defineGauge({ name: 'health_endpoint_test', help: 'A metric of this test.' }).set(7);
  const { status, headers, text } = await (await openEndpoints({ access: 'open' })).read('/metrics');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toContain('health_endpoint_test 7\n');
});

test('clients without access to the metrics get 401 if a token is configured, and 404 otherwise', async () => {
  const unauthorised = await (await openEndpoints({ access: 'unauthorised' })).read('/metrics');
  const hidden = await (await openEndpoints({ access: 'hidden' })).read('/metrics');

  expect(unauthorised.status).toBe(401);
  expect(unauthorised.headers.get('www-authenticate')).toBe('Bearer');
  expect(hidden.status).toBe(404);
  expect(hidden.headers.get('www-authenticate')).toBeNull();
  expect(unauthorised.text + hidden.text).not.toContain('# HELP');
});

describe('the metrics', () => {
  /** The status of `/metrics` for a client with this address. */
  const statusFor = async (
    rules: { metricsToken?: string; url?: string } = {},
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ): Promise<number> => {
    const settings = { metricsToken: null, url: 'http://localhost:8080', ...rules };
    const endpoints = createHealthEndpoints({ checks: [], draining: new AbortController().signal, settings });
    return (await endpoints.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })).status;
  };

  test('are open only to clients that send the configured token, from any address', async () => {
    const rules = { metricsToken: 'a-token-of-16-characters', url: 'https://example.org' };

    expect(await statusFor(rules, { authorization: 'Bearer a-token-of-16-characters' }, '198.51.100.7')).toBe(200);
    expect(await statusFor(rules, { authorization: 'Bearer another' })).toBe(401);
    expect(await statusFor(rules)).toBe(401);
  });

  test('require the token in its exact case, but accept the scheme name in any case', async () => {
    const rules = { metricsToken: 'a-token-of-16-characters', url: 'https://example.org' };

    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(await statusFor(rules, { authorization: `${scheme} a-token-of-16-characters` })).toBe(200);
    expect(await statusFor(rules, { authorization: 'Bearer A-TOKEN-OF-16-CHARACTERS' })).toBe(401);
    expect(await statusFor(rules, { authorization: 'Basic a-token-of-16-characters' })).toBe(401);
    expect(await statusFor(rules, { authorization: 'a-token-of-16-characters' })).toBe(401);
  });

  test('are open to clients on this machine if no token is configured and the site has no public URL', async () => {
    expect(await statusFor()).toBe(200);
    expect(await statusFor({}, {}, '::ffff:127.0.0.1')).toBe(200);
    expect(await statusFor({}, {}, '::1')).toBe(200);
  });

  test.each([
    ['another machine sends the request', {}, {}, '192.168.1.7'],
    ['a proxy on this machine forwards the request', {}, { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1'],
    ['the site has a public URL', { url: 'https://example.org' }, {}, '127.0.0.1'],
    ['the address of the client is unknown', {}, {}, ''],
  ])('are hidden if no token is configured and %s', async (_, rules, headers, peer) =>
    expect(await statusFor(rules, headers, peer)).toBe(404),
  );
});
