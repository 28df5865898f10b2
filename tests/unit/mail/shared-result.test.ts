import { expect, test, vi } from 'vitest';
import { shareResult } from '../../../src/mail/shared-result.ts';

test('callers share one result while it is being read and for a time after', async () => {
  let now = 0;
  const ends: ((value: number) => void)[] = [];
  const read = vi.fn(() => new Promise<number>((resolve) => ends.push(resolve)));
  const share = shareResult(1_000, read, () => now);

  const first = share();
  now = 5_000;
  const second = share();
  ends[0]?.(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  now = 5_999;
  expect(await share()).toBe(1);
  now = 6_000;
  const third = share();
  ends[1]?.(2);

  expect(await third).toBe(2);
  expect(read).toHaveBeenCalledTimes(2);
});

test('an error is shared like a result', async () => {
  let now = 0;
  const read = vi.fn(() => Promise.reject(new Error('no')));
  const share = shareResult(1_000, read, () => now);

  await expect(share()).rejects.toThrow('no');
  now = 999;
  await expect(share()).rejects.toThrow('no');

  expect(read).toHaveBeenCalledTimes(1);
});
