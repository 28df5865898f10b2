import { expect, test } from 'vitest';
import { createServiceRunner } from '../../../../src/framework/build/development-services.ts';

const openService = (events: string[], name: string) => ({
  start: async () => void events.push(`${name} starts`),
  stop: async () => void events.push(`${name} stops`),
});

test('services are started once, and a replaced one stops before its successor starts', async () => {
  const events: string[] = [];
  const [mail, oldFeed, newFeed] = ['mail', 'old feed', 'new feed'].map((name) => openService(events, name));
  if (!mail || !oldFeed || !newFeed) throw new Error('There are three services.');
  const run = createServiceRunner();

  void run([mail, oldFeed]);
  void run([mail, oldFeed]);
  void run([mail, newFeed]);
  await run([]);

  expect(events).toEqual([
    'mail starts',
    'old feed starts',
    'old feed stops',
    'new feed starts',
    'mail stops',
    'new feed stops',
  ]);
});
