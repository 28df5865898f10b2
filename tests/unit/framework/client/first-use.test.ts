import { expect, test, vi } from 'vitest';

test('what the visitor waits for is loaded after the loads for a first use have ended, also if they failed', async () => {
  vi.stubGlobal('document', { querySelector: () => ({}) });
  const { loadForFirstUse, loadForUse } = await import('../../../../src/framework/client/first-use.ts');
  const early = Promise.withResolvers<string>();
  loadForFirstUse('form', () => early.promise);
  const load = vi.fn(async () => 'code');
  const loaded = loadForUse(load);
  await new Promise(setImmediate);
  expect(load).not.toHaveBeenCalled();
  early.reject(new Error('The chunk is missing.'));

  expect(await loaded).toBe('code');
});
