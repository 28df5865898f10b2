import { vi } from 'vitest';

/** Calls `check` every `interval` ms until it does not throw, for as long as a busy machine may need. */
export const waitFor = <Result>(check: () => Result | Promise<Result>, interval = 5): Promise<Result> =>
  vi.waitFor(check, { timeout: 30_000, interval });
