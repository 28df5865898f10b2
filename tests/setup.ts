import { afterAll, afterEach, vi } from 'vitest';
import { log } from '../src/framework/log.ts';

// Outside of a bundler the package throws when it is imported.
vi.mock('server-only', () => ({}));

// Waku's modules and the list of server actions exist only within a build. tests/support/fake-waku.ts stands for its renderer.
vi.mock('virtual:vite-rsc/server-references', () => ({ default: undefined }));
vi.mock('../src/framework/render/waku.ts', () => ({
  createServerEntryAdapter:
    (connect: (waku: object) => unknown) =>
    ({ handleRequest }: { readonly handleRequest: unknown }) =>
      connect({ processRequest: handleRequest, isBuild: true }),
  fsRouter: () => ({
    handleRequest: async (request: Request) => (await import('./support/fake-waku.ts')).renderWithFakeWaku(request),
  }),
  getErrorInfo: (error: unknown) => (error instanceof Error && 'digest' in error ? {} : null),
  seeOther: (path: string) => {
    throw Object.assign(new Error(`redirect to ${path}`), { digest: 'signal' });
  },
}));

// `createSite` sets the level to that of its settings.
log.level = 'silent';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Unit test files run in one process (`isolate: false`), so each resets its modules for the next one.
afterAll(() => {
  vi.resetModules();
});
