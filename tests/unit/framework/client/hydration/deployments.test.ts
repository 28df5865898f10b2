import { beforeEach, expect, test, vi } from 'vitest';

const POLL_MS = 600_000;
const fetchLatest = vi.fn<() => Promise<Response>>();

/** Imports a fresh copy of the module for each test, because the module keeps state. */
const watch = async () => {
  const tab = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('fetch', fetchLatest);
  vi.resetModules();
  const { hasNewDeployment, watchDeployments } = await import(
    '../../../../../src/framework/client/hydration/deployments.ts'
  );
  watchDeployments('old', POLL_MS);
  const setHidden = (hidden: boolean): void => {
    tab.hidden = hidden;
    tab.dispatchEvent(new Event('visibilitychange'));
  };
  return { hasNewDeployment, setHidden };
};

beforeEach(() => {
  vi.useFakeTimers();
  fetchLatest.mockReset().mockImplementation(async () => Response.json({ id: 'old' }));
});

test('an open page polls after each interval', async () => {
  await watch();
  await vi.advanceTimersByTimeAsync(POLL_MS - 1);
  expect(fetchLatest).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetchLatest).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(fetchLatest).toHaveBeenCalledTimes(2);
});

test('polling ends with the first new deployment', async () => {
  const { hasNewDeployment } = await watch();
  fetchLatest.mockImplementation(async () => Response.json({ id: 'new' }));
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(hasNewDeployment()).toBe(true);
  await vi.advanceTimersByTimeAsync(POLL_MS * 10);

  expect(fetchLatest).toHaveBeenCalledOnce();
});

test.each([
  ['a request that fails', async () => Promise.reject(new Error('offline'))],
  ['a response without an id', async () => Response.json({})],
  ['a response that is not JSON', async () => new Response('<!doctype html>')],
])('%s does not count as a new deployment', async (_, respond) => {
  const { hasNewDeployment } = await watch();
  fetchLatest.mockImplementation(respond);
  await vi.advanceTimersByTimeAsync(POLL_MS);

  expect(fetchLatest).toHaveBeenCalled();
  expect(hasNewDeployment()).toBe(false);
});

test('a hidden tab does not poll, and checks when it becomes visible, but not within a minute of loading or of the last check', async () => {
  const { setHidden } = await watch();
  const hideFor = async (ms: number): Promise<void> => {
    setHidden(true);
    await vi.advanceTimersByTimeAsync(ms);
    setHidden(false);
  };
  await hideFor(59_000);
  expect(fetchLatest).not.toHaveBeenCalled();
  await hideFor(1_000);
  expect(fetchLatest).toHaveBeenCalledOnce();
  await hideFor(59_000);
  expect(fetchLatest).toHaveBeenCalledOnce();
  await hideFor(POLL_MS * 3);

  expect(fetchLatest).toHaveBeenCalledTimes(2);
});
