import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startWordPress, type WordPress } from './runner/start-wordpress.ts';

/**
 * `npm run wordpress`: runs a local WordPress with the content of the snapshot.
 *
 *     --fresh        delete the existing WordPress site and create a new one
 *     --seed         import the snapshot into the existing WordPress site again
 *     --playground   use WordPress Playground even if PHP is installed
 */
const ROOT = join(import.meta.dirname, '..');

const readPort = (input: string | undefined): number => {
  const port = Number(input?.trim() || 8888);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`WORDPRESS_PORT must be a whole number from 1 to 65535, but is "${input}".`);
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { fresh: { type: 'boolean' }, seed: { type: 'boolean' }, playground: { type: 'boolean' } },
  });
  const siteUrl = process.env.SITE_URL?.trim() || `http://localhost:${process.env.PORT?.trim() || 8080}`;
  let running: WordPress | null = null;
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      if (!running) process.exit(1);
      isStopping = true;
      void running.stop();
    });
  }

  const cache = join(ROOT, '.cache/wordpress');
  const wordpress = await startWordPress({
    port: readPort(process.env.WORDPRESS_PORT),
    directory: cache,
    cache,
    content: join(ROOT, 'private/content'),
    log: console.log,
    fresh: values.fresh ?? false,
    seed: values.seed ?? false,
    runtime: values.playground ? 'playground' : 'any',
    siteUrl,
  });
  running = wordpress;
  const readCredentials = (file: string): Promise<string> =>
    readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => 'password unknown: run npm run wordpress -- --fresh',
    );
  const editorCredentials = wordpress.siteAccess === null ? '' : await readCredentials(wordpress.siteAccess.editorFile);
  console.log(
    `WordPress runs at ${wordpress.url}/wp-admin/\n` +
      `  sign in as:     ${editorCredentials}, or ${await readCredentials(wordpress.adminFile)}\n` +
      `  its site:       npm run start:wordpress (or dev:wordpress), at ${siteUrl}\n` +
      '  its settings:   .cache/wordpress/site.env',
  );
  await wordpress.ended;
  if (!isStopping) throw new Error('WordPress exited unexpectedly; see .cache/wordpress/server.log.');
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
