import { expect, test } from 'vitest';
import { z } from 'zod';
import { createWordPressSource } from '../../../src/content/wordpress-source.ts';
import { homepage, serveWordPress } from '../../support/wordpress-server.ts';

test('web pages that WordPress sends instead of JSON do not block the next reads', async () => {
  const wordpress = await serveWordPress(homepage(false));
  const source = createWordPressSource(wordpress.url, 1_000);
  wordpress.failWith('longHtml');
  const reads = Array.from({ length: 10 }, () => source.read('/wp-json/api/homepage', {}, z.unknown()));
  for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
  wordpress.failWith(null);

  const startedAt = performance.now();
  await source.read('/wp-json/api/homepage', {}, z.unknown());
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
