import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const POLL_MS = 600_000;
const latest = vi.fn<() => Promise<Response>>();

/** Imports the module anew for each test, because it has state. */
const watch = async () => {
  const tab = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('fetch', latest);
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
  latest.mockReset().mockImplementation(async () => Response.json({ id: 'old' }));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

test('an open page polls after the interval and a jitter of at most a tenth of it', async () => {
  await watch();
  await vi.advanceTimersByTimeAsync(POLL_MS - 1);
  expect(latest).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(POLL_MS * 0.1 + 1);
  expect(latest).toHaveBeenCalledOnce();
});

test('polling ends with the first new deployment', async () => {
  const { hasNewDeployment } = await watch();
  latest.mockImplementation(async () => Response.json({ id: 'new' }));
  await vi.advanceTimersByTimeAsync(POLL_MS * 1.1);
  expect(hasNewDeployment()).toBe(true);
  await vi.advanceTimersByTimeAsync(POLL_MS * 10);

  expect(latest).toHaveBeenCalledOnce();
});

test.each([
  ['a request that fails', async () => Promise.reject(new Error('offline'))],
  ['a response without an id', async () => Response.json({})],
  ['a response that is not JSON', async () => new Response('<!doctype html>')],
])('%s does not count as a new deployment', async (_, respond) => {
  const { hasNewDeployment } = await watch();
  latest.mockImplementation(respond);
  await vi.advanceTimersByTimeAsync(POLL_MS * 1.1);

  expect(latest).toHaveBeenCalled();
  expect(hasNewDeployment()).toBe(false);
});

test('a hidden tab does not poll, and checks when it becomes visible again', async () => {
  const { setHidden } = await watch();
  setHidden(true);
  await vi.advanceTimersByTimeAsync(POLL_MS * 3);
  expect(latest).not.toHaveBeenCalled();
  setHidden(false);

  expect(latest).toHaveBeenCalledOnce();
});

test('a tab that was hidden for less than a minute does not check', async () => {
  const { setHidden } = await watch();
  setHidden(true);
  await vi.advanceTimersByTimeAsync(59_000);
  setHidden(false);

  expect(latest).not.toHaveBeenCalled();
});
