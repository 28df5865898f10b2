import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pullContent } from '../../wordpress/pull.ts';
import { startWordPress, type WordPress } from '../../wordpress/runner/start-wordpress.ts';
import { freePort } from '../support/free-port.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { CACHE, copyWordPress } from '../support/prepared-wordpress.ts';

const SNAPSHOT = join(import.meta.dirname, '../../private/content');
const PICTURE = join(import.meta.dirname, 'sample-picture.png');

/** Starts a WordPress in this directory, with the content that is there, or with that of the snapshot to seed it. */
const start = async (directory: string, content: string, seed = false): Promise<WordPress> => {
  const settings = { port: await freePort(), directory, cache: CACHE, content, runtime: 'native', seed } as const;
  const wordpress = await startWordPress({ ...settings, log: () => undefined });
  onTestFinished(async () => {
    await wordpress.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return wordpress;
};

const pull = async (wordpress: WordPress): Promise<string> => {
  const out = await mkdtemp(join(tmpdir(), 'pull-'));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  expect((await pullContent(wordpress.url, out)).missing).toEqual([]);
  return out;
};

/** The contents of all files as base64, by path. */
const readAll = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.sort().map(async (file) => [file.slice(directory.length), await readFile(file, 'base64')] as const),
    ),
  );
};

test.skipIf(phpProblem !== null)(
  withPhpProblem(
    'a pull returns the snapshot byte for byte, also with uploads, which a WordPress seeded with it has again',
  ),
  async () => {
    const directory = await copyWordPress(SNAPSHOT);
    const wordpress = await start(directory, SNAPSHOT);
    const unchanged = await readAll(join(await pull(wordpress), 'wp-json'));
    expect(unchanged).toEqual(await readAll(join(SNAPSHOT, 'wp-json')));
    const id = (await wordpress.cli('media', 'import', PICTURE, '--porcelain')).trim();
    const url = (await wordpress.cli('eval', `echo wp_get_attachment_url( ${id} );`)).trim();
    const postContent = `<!-- wp:image {"id":${id},"sizeSlug":"full"} --><figure class="wp-block-image size-full"><img src="${url}" alt="A sign" class="wp-image-${id}"/></figure><!-- /wp:image -->`;
    await wordpress.cli(
      'post',
      'create',
      '--post_status=publish',
      '--post_title=Pictured',
      `--post_content=${postContent}`,
    );

    const snapshot = await pull(wordpress);
    const files = await readAll(snapshot);
    const posts = await readFile(join(snapshot, 'wp-json/wp/v2/posts.json'), 'utf8');

    expect(posts).not.toContain(wordpress.url);
    expect(Object.values(files)).toContain(await readFile(PICTURE, 'base64'));
    await wordpress.cli('site', 'empty', '--uploads', '--yes');
    await wordpress.stop();
    const other = await start(directory, snapshot, true);
    expect(await readAll(await pull(other))).toEqual(files);
  },
);
