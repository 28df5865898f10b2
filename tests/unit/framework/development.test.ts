import { expect, test } from 'vitest';
import { runServices } from '../../../src/framework/development.ts';

const openService = (events: string[], name: string) => ({
  start: async () => void events.push(`${name} starts`),
  stop: async () => void events.push(`${name} stops`),
});

test('services are started once, and a replaced one stops before its successor starts', async () => {
  const events: string[] = [];
  const [mail, oldFeed, newFeed] = ['mail', 'old feed', 'new feed'].map((name) => openService(events, name));
  if (!mail || !oldFeed || !newFeed) throw new Error('There are three services.');

  void runServices([mail, oldFeed]);
  void runServices([mail, oldFeed]);
  void runServices([mail, newFeed]);
  await runServices([]);

  expect(events).toEqual([
    'mail starts',
    'old feed starts',
    'old feed stops',
    'new feed starts',
    'mail stops',
    'new feed stops',
  ]);
});
