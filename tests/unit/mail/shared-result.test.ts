import { beforeEach, expect, test, vi } from 'vitest';
import { shareResult } from '../../../src/mail/shared-result.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

test('callers share one result while it is being read and for the given time after', async () => {
  const finishRead: ((value: number) => void)[] = [];
  const read = vi.fn(() => new Promise<number>((resolve) => finishRead.push(resolve)));
  const share = shareResult(1_000, read);

  const first = share();
  vi.advanceTimersByTime(5_000);
  const second = share();
  finishRead[0]?.(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(await share()).toBe(1);
  vi.advanceTimersByTime(1);
  const third = share();
  finishRead[1]?.(2);

  expect(await third).toBe(2);
  expect(read).toHaveBeenCalledTimes(2);
});

test('an error is shared like a result', async () => {
  const read = vi.fn(() => Promise.reject(new Error('no')));
  const share = shareResult(1_000, read);

  await expect(share()).rejects.toThrow('no');
  vi.advanceTimersByTime(999);
  await expect(share()).rejects.toThrow('no');

  expect(read).toHaveBeenCalledTimes(1);
});
