import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startSite } from '../support/site-process.ts';
import { post, serveWordPress } from '../support/wordpress-server.ts';

/** The built site as an editor sees a draft, and as everybody else does not. */
const SECRET = 'a secret for previews';
const DRAFT = { type: 'posts', id: 12, slug: 'preview-12' };

const draft = post({ id: 12, slug: '', status: 'draft', title: 'Not out yet', content: '<p>As it was saved.</p>' });
const typed = post({ title: 'Not out yet', modified_gmt: '2026-11-01T10:00:00', content: '<p>As it was typed.</p>' });

const link = (given: { secret?: string; expires?: number } = {}): string => {
  const expires = given.expires ?? Math.floor(Date.now() / 1_000) + 3_600;
  const payload = Buffer.from(JSON.stringify({ ...DRAFT, expires })).toString('base64url');
  const signature = createHmac('sha256', given.secret ?? SECRET)
    .update(`preview.${payload}`)
    .digest('base64url');
  return `/api/preview?token=${payload}.${signature}`;
};

const open = async (settings: Record<string, string> = { PREVIEW_SECRET: SECRET }) => {
  const wordpress = await serveWordPress({
    '/wp-json/wp/v2/posts': [draft, post({ id: 13, slug: 'published', title: 'Out already' })],
    '/wp-json/wp/v2/posts/12': draft,
    '/wp-json/wp/v2/posts/12/autosaves': [typed],
    '/wp-json/wp/v2/categories': [],
    '/wp-json/wp/v2/pages': [],
  });
  const site = await startSite({ CMS_URL: wordpress.url, CMS_USER: 'editor', CMS_APP_PASSWORD: 'a b c', ...settings });
  const enter = async (address = link()): Promise<{ status: number; location: string | null; cookie: string }> => {
    const { status, headers } = await fetch(site.url + address, { redirect: 'manual' });
    return { status, location: headers.get('location'), cookie: headers.get('set-cookie') ?? '' };
  };
  const read = (path: string, cookie = '') =>
    fetch(site.url + path, { headers: { cookie: cookie.split(';')[0] ?? '' }, redirect: 'manual' });
  return { wordpress, enter, read };
};

test('an editor sees a draft as it was typed last, wherever it will stand, and nobody else does', async () => {
  const { wordpress, enter, read } = await open();
  const { status, location, cookie } = await enter();
  expect({ status, location }).toEqual({ status: 307, location: '/preview-12' });
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);

  const seen = await read('/preview-12', cookie);
  const html = await seen.text();
  expect(seen.status).toBe(200);
  expect(html).toContain('As it was typed.');
  expect(html).toContain('<a href="/api/preview/leave">');
  expect(seen.headers.get('cache-control')).toBe('private, no-store');
  expect(seen.headers.get('x-robots-tag')).toContain('noindex');
  expect(await (await read('/news', cookie)).text()).toContain('Not out yet');
  expect(wordpress.authorizations).toContain(`Basic ${Buffer.from('editor:a b c').toString('base64')}`);

  expect((await read('/preview-12')).status).toBe(404);
  expect(await (await read('/news')).text()).not.toContain('Not out yet');
});

test('who leaves a preview sees what everybody sees', async () => {
  const { enter, read } = await open();
  const { cookie } = await enter();
  const left = await read('/api/preview/leave', cookie);

  expect(left.status).toBe(307);
  expect(left.headers.get('set-cookie')).toContain('Max-Age=0');
});

test('a link of somebody else, an old one and one for too long open nothing', async () => {
  const { enter, read } = await open();
  const now = Math.floor(Date.now() / 1_000);
  const wrong = [
    link({ secret: 'another secret' }),
    link({ expires: now - 1 }),
    link({ expires: now + 999_999 }),
    '/api/preview',
  ];
  for (const address of wrong) expect(await enter(address)).toEqual({ status: 403, location: null, cookie: '' });

  for (const address of wrong) {
    const token = address.split('token=')[1] ?? '';
    expect((await read('/preview-12', `site_preview=${token}`)).status).toBe(404);
  }
});

test('without its settings there is no preview', async () => {
  const { enter, read } = await open({ PREVIEW_SECRET: '' });
  const token = link().split('token=')[1] ?? '';

  expect((await enter()).status).toBe(404);
  expect((await read('/preview-12', `site_preview=${token}`)).status).toBe(404);
});
