import type { RequestListener, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { serveListener } from '../../support/serve-listener.ts';
import { faults } from '../../support/wordpress-server.ts';

const HOME = { body: '<path d="M1 1"/>' };

const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Loads the icon endpoint with a fake icon API. */
const openIcons = async (handler: RequestListener) => {
  const requests: string[] = [];
  const origin = await serveListener((request, response) => {
    requests.push(request.url ?? '');
    handler(request, response);
  });
  return { ...(await loadEndpoint(origin)), requests };
};

const loadEndpoint = async (iconApi: string) => {
  resetModulesWith({ ICON_API_URL: iconApi });
  const { GET } = await import('../../../src/pages/_api/api/icons/[collection].json.ts');
  const requestIcons = async (collection: string, icons: string) => {
    const query = new URLSearchParams({ icons });
    const request = new Request(`http://localhost/api/icons/${collection}.json?${query}`);
    const response = await GET(request, { params: { collection } });
    return { status: response.status, cache: response.headers.get('cache-control'), json: await response.json() };
  };
  return { requestIcons };
};

/** Loads the icon endpoint with an icon API that has only `mdi:home`. */
const openHomeIcon = () =>
  openIcons((_, response) => sendJson(response, { prefix: 'mdi', icons: { home: HOME }, width: 24, height: 24 }));

test('installed icons are served without a request to the icon API', async () => {
  const { requestIcons, requests } = await openHomeIcon();
  const { status, cache, json } = await requestIcons('tabler', 'route,home');

  expect(status).toBe(200);
  expect(cache).toBe('public, max-age=604800');
  expect(json).toMatchObject({ prefix: 'tabler', icons: { route: { width: 24 }, home: { width: 24 } } });
  expect(json).not.toHaveProperty('not_found');
  expect(requests).toEqual([]);
});

test('icons that are not installed come from the icon API and are cached', async () => {
  const { requestIcons, requests } = await openHomeIcon();
  const first = await requestIcons('mdi', 'home');
  await requestIcons('mdi', 'home');

  expect(first.json).toMatchObject({ prefix: 'mdi', icons: { home: { body: expect.any(String), width: 24 } } });
  expect(requests).toEqual(['/mdi.json?icons=home']);
});

test('an unknown icon, or a property of Object.prototype, is listed as not found and cached as such', async () => {
  const { requestIcons, requests } = await openHomeIcon();
  const { status, cache, json } = await requestIcons('mdi', 'home,no-such-icon,constructor');
  await requestIcons('mdi', 'no-such-icon');

  expect({ status, cache }).toEqual({ status: 200, cache: 'public, max-age=60' });
  expect(json).toMatchObject({ icons: { home: {} }, not_found: ['no-such-icon', 'constructor'] });
  expect(requests).toHaveLength(1);
});

test('scripts are removed from icons', async () => {
  const { requestIcons } = await openIcons((_, response) =>
    sendJson(response, {
      prefix: 'mdi',
      icons: { bad: { body: '<path d="M1 1" onload="alert(1)"/><script>alert(1)</script>' } },
    }),
  );

  expect(JSON.stringify((await requestIcons('mdi', 'bad')).json)).not.toMatch(/alert|script|onload/);
});

test.each<[string, RequestListener]>([
  ['does not know the collection', (_, response) => response.writeHead(404).end('404')],
  ['fails', (_, response) => response.writeHead(500).end()],
  ['sends HTML', (_, response) => response.writeHead(200).end('<!DOCTYPE html>')],
  ['sends an invalid icon', (_, response) => sendJson(response, { prefix: 'mdi', icons: { home: null } })],
  ['sends another collection', (_, response) => sendJson(response, { prefix: 'fa', icons: { home: HOME } })],
  ['sends an endless response', (_, response) => faults.endless(response)],
  ['closes the connection', (_, response) => response.destroy()],
  ['redirects', (_, response) => faults.redirectAway(response)],
  [
    'sends an oversized icon',
    (_, response) =>
      sendJson(response, { prefix: 'mdi', icons: { home: { body: `<path d="${'1'.repeat(70_000)}"/>` } } }),
  ],
])('if the icon API %s, the icon is reported as not found, and not requested again', async (_, handler) => {
  const { requestIcons, requests } = await openIcons(handler);
  const expected = { status: 200, json: { prefix: 'mdi', icons: {}, not_found: ['home'] } };

  expect(await requestIcons('mdi', 'home')).toMatchObject(expected);
  expect(await requestIcons('mdi', 'home')).toMatchObject(expected);
  expect(requests).toHaveLength(1);
});

test('requests to the icon API time out after 1,500 ms', async () => {
  const { requestIcons, requests } = await openIcons(() => undefined);
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  onTestFinished(() => timeout.mockRestore());
  const response = requestIcons('mdi', 'home');
  await expect.poll(() => requests).toHaveLength(1);
  timer.abort();

  expect((await response).json.not_found).toEqual(['home']);
  // Other modules of this process may set timers, too.
  expect(timeout).toHaveBeenCalledWith(1_500);
});

test('while four requests to the icon API are pending, another icon is reported as not found at once', async () => {
  const pending: ServerResponse[] = [];
  const { requestIcons, requests } = await openIcons((_, response) => void pending.push(response));
  const waiting = ['a', 'b', 'c', 'd'].map((name) => requestIcons('mdi', name));
  const { json } = await requestIcons('mdi', 'e');

  expect(json.not_found).toEqual(['e']);
  await expect.poll(() => pending).toHaveLength(4);
  for (const response of pending) response.destroy();
  await Promise.all(waiting);
  expect(requests).toHaveLength(4);
});

test.each([
  ['Mdi', 'home'],
  ['..', 'home'],
  ['mdi', ''],
  ['mdi', '../x'],
  ['mdi', `x${'y'.repeat(80)}`],
  ['mdi', '__proto__'],
  ['mdi', Array.from({ length: 65 }, (_, index) => `i${index}`).join(',')],
])('a request for "%s" with the icons "%s" is rejected without asking the icon API', async (collection, icons) => {
  const { requestIcons, requests } = await openHomeIcon();

  expect(await requestIcons(collection, icons)).toMatchObject({ status: 400, json: { statusCode: 400 } });
  expect(requests).toEqual([]);
});

test('without an icon API only the installed icons are available', async () => {
  const { requestIcons } = await loadEndpoint('');

  expect((await requestIcons('mdi', 'home')).json).toEqual({ prefix: 'mdi', icons: {}, not_found: ['home'] });
  expect((await requestIcons('tabler', 'route')).json).toHaveProperty('icons.route');
});
