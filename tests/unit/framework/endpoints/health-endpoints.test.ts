import { expect, test } from 'vitest';
import { createHealthEndpoints } from '../../../../src/framework/endpoints/health-endpoints.ts';
import { defineGauge } from '../../../../src/framework/metrics-registry.ts';
import type { HealthCheck } from '../../../../src/framework/site-options.ts';
import { serveListener } from '../../../support/serve-listener.ts';

const createCheck = (name: string, isReady: () => Promise<boolean>): HealthCheck => ({
  name,
  isReady,
  details: () => ({ failures: 3 }),
  summary: (ready) => (ready ? 'reachable' : 'unreachable'),
});

const READY = createCheck('content', async () => true);
const UNREADY = createCheck('mail', async () => false);

/** Settings by the access to the metrics that they grant to a client on this machine without a token. */
const SETTINGS = {
  open: { metricsToken: null, url: 'http://localhost:8080' },
  unauthorised: { metricsToken: 'a-token-of-16-characters', url: 'https://example.org' },
  hidden: { metricsToken: null, url: 'https://example.org' },
} as const;

type Options = { readonly checks?: readonly HealthCheck[]; readonly access?: keyof typeof SETTINGS };

const openEndpoints = async ({ checks = [READY], access = 'hidden' }: Options = {}) => {
  const draining = new AbortController();
  const endpoints = createHealthEndpoints({ checks, draining: draining.signal, settings: SETTINGS[access] });
  const read = async (path: keyof typeof endpoints) => {
    const response = await fetch(await serveListener(endpoints[path]));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const readJson = async (path: keyof typeof endpoints) => {
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
