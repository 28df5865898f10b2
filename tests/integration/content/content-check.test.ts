import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { serveListener } from '../../support/serve-listener.ts';

const run = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const command = ['--conditions=react-server', 'wordpress/check.ts', ...args];
    execFile(process.execPath, command, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

const page = (image: string) => ({
  id: 1,
  date: '2026-01-01T09:00:00',
  date_gmt: '2026-01-01T09:00:00',
  modified: '2026-01-01T09:00:00',
  modified_gmt: '2026-01-01T09:00:00',
  slug: 'pricing',
  status: 'publish',
  type: 'page',
  title: { rendered: 'Pricing' },
  content: { rendered: '', protected: false },
  acf: {
    blocks: [{ acf_fc_layout: 'gallery', images: [{ url: image, alt: 'A booth', width: 1600, height: 1000 }] }],
  },
});

/** A CMS with two pages. The upload that one of them shows was deleted from the library. */
const startCms = (): Promise<string> =>
  serveListener((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const isFound = /^\/wp-json\/(?:wp\/v2\/|api\/(?:homepage|faqpage)$)|^\/wp-content\/uploads\/kept\.jpg$/.test(path);
    const pages = [
      page('/wp-content/uploads/kept.jpg'),
      { ...page('/wp-content/uploads/gone.jpg'), id: 2, slug: 'about' },
    ];
    const body = path.endsWith('/pages') ? pages : path.includes('/api/') ? { acf: false } : [];
    const total = String(Array.isArray(body) ? body.length : 0);
    const headers = { 'content-type': 'application/json', 'x-wp-total': total, 'x-wp-totalpages': '1' };
    response.writeHead(isFound ? 200 : 404, headers).end(request.method === 'HEAD' ? '' : JSON.stringify(body));
  });

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
  const cms = await startCms();
  const { code, output } = await run('--cms', cms);

  expect(output).toBe(`Page “Pricing” (/about)
  ${cms}/wp-admin/post.php?post=2&action=edit
  error    Block 1 (Gallery) › Pictures › Picture 1: The picture “/wp-content/uploads/gone.jpg” does not exist any more. Choose another one.

6 items checked: 1 error, 0 warnings.
`);
  expect(code).toBe(1);
});
