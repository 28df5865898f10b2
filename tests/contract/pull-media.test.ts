import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pullContent } from '../../wordpress/pull.ts';
import { phpProblem, withPhpProblem } from '../support/php.ts';
import { readFiles, startPreparedWordPress } from '../support/prepared-wordpress.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SNAPSHOT = join(import.meta.dirname, '../../private/content');
const PICTURE = join(import.meta.dirname, 'sample-picture.png');

const pull = async ({ url }: { readonly url: string }): Promise<string> => {
  const out = temporaryDirectory();
  expect((await pullContent(url, out)).missing).toEqual([]);
  return out;
};

test.skipIf(phpProblem !== null)(
  withPhpProblem(
    'a pull returns the snapshot byte for byte, also with uploads, which a WordPress seeded with it has again',
  ),
  async () => {
    const wordpress = await startPreparedWordPress(SNAPSHOT);
    onTestFinished(wordpress.remove);
    const unchanged = await readFiles(join(await pull(wordpress), 'wp-json'));
    expect(unchanged).toEqual(await readFiles(join(SNAPSHOT, 'wp-json')));
    const id = (await wordpress.cli('media', 'import', PICTURE, '--porcelain')).trim();
    const url = (await wordpress.cli('eval', `echo wp_get_attachment_url( ${id} );`)).trim();
    const postContent = `<!-- wp:image {"id":${id},"sizeSlug":"full"} --><figure class="wp-block-image size-full"><img src="${url}" alt="A sign" class="wp-image-${id}"/></figure><!-- /wp:image -->`;
    const create = ['post', 'create', '--post_status=publish', '--post_title=Pictured'];
    await wordpress.cli(...create, `--post_content=${postContent}`);

    const snapshot = await pull(wordpress);
    const files = await readFiles(snapshot);
    const posts = await readFile(join(snapshot, 'wp-json/wp/v2/posts.json'), 'utf8');

    expect(posts).not.toContain(wordpress.url);
    expect(Object.values(files)).toContain(await readFile(PICTURE, 'latin1'));
    await wordpress.cli('site', 'empty', '--uploads', '--yes');
    await wordpress.stop();
    const other = await startPreparedWordPress(snapshot, { directory: wordpress.directory, seed: true });
    onTestFinished(other.stop);
    expect(await readFiles(await pull(other))).toEqual(files);
  },
);
