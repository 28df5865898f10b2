import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { events, faq, faqPage, homepage, page, pages, posts, serveWordPress } from '../../support/wordpress-server.ts';

const run = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const command = ['--conditions=react-server', 'wordpress/check.ts', ...args];
    execFile(process.execPath, command, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

const pageWith = (id: number, slug: string, url: string) => {
  const image = { url, alt: 'A booth', width: 1600, height: 1000 };
  const blocks = [{ acf_fc_layout: 'gallery', images: [image] }];
  return page({ id, slug, title: 'Pricing', content: '', acf: { blocks } });
};

/** A CMS with two pages. The upload that one of them shows was deleted from the library. */
const CONTENT = {
  ...pages(
    pageWith(1, 'pricing', '/wp-content/uploads/kept.jpg'),
    pageWith(2, 'about', '/wp-content/uploads/gone.jpg'),
  ),
  ...posts(),
  ...events(),
  ...faq(),
  ...homepage(false),
  ...faqPage(false),
  '/wp-json/wp/v2/faq-topics': [],
  '/wp-content/uploads/kept.jpg': {},
};

test('an option that content:check does not have is answered by a sentence', async () => {
  const { code, output } = await run('--url', 'https://cms.example.com');

  expect(output).toBe("Unknown option '--url'\n");
  expect(code).toBe(1);
});

test('content:check finds no errors in the snapshot', async () => {
  const { code, output } = await run();

  expect(output).toMatch(/\d+ items checked: 0 errors, \d+ warnings?\.\n$/);
  expect(code).toBe(0);
});

test('content:check reports a picture that was deleted from the library of a CMS, and exits with 1', async () => {
  const { url: cms } = await serveWordPress(CONTENT);
  const { code, output } = await run('--cms', cms);

  expect(output).toBe(`Page “Pricing” (/about)
  ${cms}/wp-admin/post.php?post=2&action=edit
  error    Block 1 (Gallery) › Pictures › Picture 1: The picture “/wp-content/uploads/gone.jpg” does not exist any more. Choose another one.

6 items checked: 1 error, 0 warnings.
`);
  expect(code).toBe(1);
});

test('content:check and content:pull read a CMS behind the password in its URL, and do not print it', async () => {
  const { url, authorizations } = await serveWordPress(CONTENT);
  const cms = url.replace('//', '//staging:p%40ss@');
  const { output } = await run('--cms', cms);
  const settings = { PATH: process.env.PATH, CMS_URL: cms };
  const command = ['--conditions=react-server', 'wordpress/pull.ts', '--out', temporaryDirectory()];
  const pulled = promisify(execFile)(process.execPath, command, { env: settings });

  expect(output).toContain(`${url}/wp-admin/post.php?post=2&action=edit`);
  expect((await pulled).stdout).toContain(`Updated the snapshot from ${url}:`);
  expect(new Set(authorizations)).toEqual(new Set([`Basic ${btoa('staging:p@ss')}`]));
});
