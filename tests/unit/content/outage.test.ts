import { beforeEach, expect, test, vi } from 'vitest';
import { createOutage } from '../../../src/content/outage.ts';

let outage: ReturnType<typeof createOutage>;

beforeEach(() => {
  vi.useFakeTimers();
  outage = createOutage();
});
const fail = (reader: string, collection: string, isUnreachable = false, retry = vi.fn(async () => {})) => {
  outage.failed({ reader, collection, reason: 'no', isUnreachable, retry });
  return retry;
};

test('failures of three collections in a row open the circuit breaker, and a success in between resets the count', () => {
  fail('posts', 'posts');
  fail('events', 'events');
  outage.succeeded('categories');
  fail('faq', 'faq');
  expect(outage.isDown()).toBe(false);

  fail('page', 'pages');
  fail('homepage', 'homepage');
  expect(outage.isDown()).toBe(true);
});

test('after a success, readers that still fail do not open the circuit breaker again', () => {
  for (const name of ['posts', 'events', 'faq']) fail(name, name);
  outage.succeeded('categories');
  for (const name of ['posts', 'events', 'faq']) fail(name, name);

  expect(outage.isDown()).toBe(false);
  expect(outage.health().failing).toEqual(['events', 'faq', 'posts']);
});

test('after a reported change, readers that still fail open the circuit breaker again', () => {
  const failAll = () => {
    for (const name of ['posts', 'events', 'faq']) fail(name, name);
  };
  failAll();
  expect(outage.isDown()).toBe(true);
  outage.close();
  expect([outage.isDown(), outage.health().ok], 'after the change').toEqual([false, true]);
  failAll();

  expect(outage.isDown()).toBe(true);
});

test('an unreachable CMS opens the circuit breaker at once, and further failures start no further probes', async () => {
  const retry = fail('posts', 'posts', true);
  fail('events', 'events', true);
  expect(outage.isDown()).toBe(true);
  expect(retry).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(6_250);
  expect(retry).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_500);
  expect(retry).toHaveBeenCalledTimes(2);
});
