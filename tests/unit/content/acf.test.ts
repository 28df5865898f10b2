import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseItemsCooperatively } from '../../../src/content/acf.ts';

test('parsing a large response yields to other work between items', async () => {
  const steps: string[] = [];
  const Slow = z.number().transform((item) => {
    const until = performance.now() + 30;
    while (performance.now() < until);
    steps.push(`item ${item}`);
    return item;
  });
  const reading = parseItemsCooperatively([1, 2, 3], Slow, 'item');
  setImmediate(() => steps.push('other work'));

  expect(await reading).toEqual({ items: [1, 2, 3], broken: 0 });
  expect(steps).toEqual(['item 1', 'item 2', 'other work', 'item 3']);
});
