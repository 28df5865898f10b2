import { afterAll, vi } from 'vitest';
import { log } from '../src/framework/log.ts';

// Outside of a bundler the package throws when it is imported.
vi.mock('server-only', () => ({}));

// Waku's modules and the list of server actions exist only within a build. A test that needs them mocks them itself.
vi.mock('virtual:vite-rsc/server-references', () => ({ default: undefined }));
vi.mock('../src/framework/render/waku.ts', () => ({
  createServerEntryAdapter: undefined,
  fsRouter: undefined,
  getRequest: undefined,
  notFound: undefined,
  redirect: undefined,
}));

// Tests do not call `createSite`, which sets the level.
log.level = 'silent';

// Unit test files run in one process (`isolate: false`), so each resets its modules, stubs and timers for the next one.
afterAll(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
