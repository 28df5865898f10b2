import { expect, test } from 'vitest';
import { z } from 'zod';
import { createWordPressSource } from '../../../src/content/wordpress-source.ts';
import { resetModulesWith } from '../../support/reset-modules.ts';
import { serveListener } from '../../support/serve-listener.ts';
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

test('a WordPress with plain permalinks, which redirects to this site, is told from another redirect', async () => {
  resetModulesWith({ SITE_URL: 'https://site.example' });
  const { createWordPressSource } = await import('../../../src/content/wordpress-source.ts');
  const reasonFor = async (location: string) => {
    const url = await serveListener((_request, response) => response.writeHead(301, { location }).end());
    return createWordPressSource(url, 1_000)
      .read('/wp-json/api/site', {}, z.unknown())
      .catch((error: Error) => error.message);
  };

  expect(await reasonFor('https://site.example/')).toContain('are its permalinks set to Plain');
  expect(await reasonFor('https://other.example/')).toMatch(/to another host, other\.example$/);
});
