import { createHmac } from 'node:crypto';
import { parse } from 'node-html-parser';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readGradually } from '../support/read-gradually.ts';
import { shareSite } from '../support/site-process.ts';
import { stopLater } from '../support/stop-later.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  event,
  events,
  faq,
  faqPage,
  homepage,
  page,
  pages,
  post,
  serveWordPress,
} from '../support/wordpress-server.ts';

const SECRET = 'a secret for previews';
const EDIT_URL = 'https://cms.example/wp-admin/post.php?post=12&action=edit';
const DRAFT = { type: 'posts', id: 12, slug: 'preview-12', edit: EDIT_URL };

const draft = post({ id: 12, slug: '', status: 'draft', title: 'Not out yet', content: '<p>As it was saved.</p>' });
const autosave = post({
  title: 'Not out yet',
  modified: '2026-11-01T10:00:00',
  modified_gmt: '2026-11-01T10:00:00',
  content: '<p>As it was typed.</p>',
});

const previewPath = (expires = Math.floor(Date.now() / 1_000) + 3_600): string => {
  const payload = Buffer.from(JSON.stringify({ ...DRAFT, expires })).toString('base64url');
  const signature = createHmac('sha256', SECRET).update(`preview.${payload}`).digest('base64url');
  return `/api/preview?token=${payload}.${signature}`;
};

const hero = (headline: string) => ({ acf: { blocks: [{ acf_fc_layout: 'subpages_hero', headline }] } });
const published = page({ id: 7, slug: 'pricing', title: 'Pricing', ...hero('Published') });

const CONTENT = {
  ...homepage({ testimonials: [], faq: [] }),
  ...faqPage({ faq: {} }),
  ...faq(),
  ...events(event({ title: 'A fair' })),
  ...pages(published),
  '/wp-json/wp/v2/posts': [draft, post({ id: 13, slug: 'published', title: 'Out already' })],
  '/wp-json/wp/v2/posts/12': draft,
  '/wp-json/wp/v2/posts/12/autosaves': [autosave],
  '/wp-json/wp/v2/categories': [],
};

let wordpress: Awaited<ReturnType<typeof serveWordPress>>;

const site = shareSite(async () => {
  wordpress = await serveWordPress(CONTENT, stopLater);
  return {
    CMS_URL: wordpress.url,
    CMS_TTL_S: '300',
    CMS_USER: 'editor',
    CMS_APP_PASSWORD: 'a b c',
    PREVIEW_SECRET: SECRET,
  };
});

beforeEach(() => {
  wordpress.failWith(null);
  wordpress.setContent(CONTENT);
});

afterAll(() => wordpress?.stop());

// tests/unit/framework/endpoints/preview.test.ts tests invalid tokens.
const enter = async (): Promise<{ status: number; location: string | null; cookie: string }> => {
  const { status, headers } = await fetch(site.url + previewPath(), { redirect: 'manual' });
  return { status, location: headers.get('location'), cookie: headers.get('set-cookie') ?? '' };
};
const read = (path: string, cookie = '') =>
  fetch(site.url + path, { headers: { cookie: cookie.split(';')[0] ?? '' }, redirect: 'manual' });

test('the latest autosave of a draft is shown at its preview URL, only with the preview cookie', async () => {
  const { status, location, cookie } = await enter();
  expect({ status, location }).toEqual({ status: 307, location: '/preview-12' });
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);

  const preview = await read('/preview-12', cookie);
  const html = await preview.text();
  expect(preview.status).toBe(200);
  expect(html).toContain('As it was typed.');
  const form = parse(html).querySelector('aside[aria-label=Preview] form[method=post][action="/api/preview/leave"]');
  expect(form?.querySelector('button[type=submit]')?.text).toBe('Leave preview');
  expect(parse(html).querySelector('aside[aria-label=Preview] p')?.text).toBe(
    'Preview of a draftlast saved on 1 November 2026 at 10:00',
  );
  expect(parse(html).querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, nofollow');
  expect(preview.headers.get('cache-control')).toBe('private, no-store');
  expect(preview.headers.get('x-robots-tag')).toContain('noindex');
  const previewedNews = await (await read('/news', cookie)).text();
  expect(previewedNews).toContain('Not out yet');
  for (const marked of [html, previewedNews])
    expect(marked).toContain(`${EDIT_URL.replace('&', '&amp;')}&amp;site_edit=title`);
  expect(wordpress.authorizations).toContain(`Basic ${Buffer.from('editor:a b c').toString('base64')}`);

  expect((await read('/preview-12')).status).toBe(404);
  expect(await (await read('/news')).text()).not.toMatch(/Not out yet|data-edit|edit-texts|cms\.example/);
});

test('leaving a preview leads to the same page, also with a query', async () => {
  const html = parse(await (await read('/contact?topic=abuse', (await enter()).cookie)).text());
  const form = html.querySelector('aside[aria-label=Preview] form');

  expect(form?.getAttribute('action')).toBe('/api/preview/leave?to=%2Fcontact%3Ftopic%3Dabuse');
});

test('a preview requests each content from WordPress once', async () => {
  const { cookie } = await enter();
  const [requests, authorizations] = [wordpress.requests, wordpress.authorizations];
  const before = requests.length;
  await (await read('/preview-12', cookie)).text();
  const previewed = requests.slice(before).filter((_, index) => authorizations[before + index] !== '');

  expect(previewed).toContain('/wp-json/wp/v2/posts/12?context=edit');
  expect(previewed.toSorted()).toEqual([...new Set(previewed)].toSorted());
});

test('the preview of a published item with a password says that it is not on the site, and leads to the home page', async () => {
  const content = { rendered: '<p>Secret.</p>', protected: true };
  wordpress.setContent({ ...CONTENT, '/wp-json/wp/v2/posts/12': { ...draft, status: 'publish', content } });
  const html = parse(await (await read('/preview-12', (await enter()).cookie)).text());

  expect(html.querySelector('aside[aria-label=Preview] strong')?.text).toContain('with a password');
  expect(html.querySelector('aside[aria-label=Preview] form[action="/api/preview/leave"]')).not.toBeNull();
});

test('after a preview, visitors get documents without marks, the same bytes with and without the cookies of an editor', async () => {
  const { cookie } = await enter();
  const expired = `preview=${previewPath(1).split('token=')[1]}`;
  const readBytes = async (path: string, cookies?: string): Promise<string> => (await read(path, cookies)).text();
  /** A page that was rendered before WordPress had answered is soon rendered again. */
  const untilFresh = (path: string) =>
    waitFor(async () => expect((await read(path)).headers.get('cache-control')).toContain('s-maxage=300'), 100);

  for (const path of ['/news', '/published', '/faq', '/events', '/solutions', '/no-such-page', '/']) {
    expect(await readBytes(path, cookie)).toContain('data-edit');
    if (path !== '/no-such-page') await untilFresh(path);
    const visitor = await readBytes(path);

    expect(visitor).not.toMatch(/data-edit|edit-texts|cms\.example/);
    for (const editor of [expired, 'wordpress_logged_in_1=editor']) expect(await readBytes(path, editor)).toBe(visitor);
  }
});

test('a page with drafts is sent up to the part that waits for WordPress', async () => {
  const { cookie } = await enter();
  const resume = wordpress.pause((url) => url.includes('/wp/v2/events'));
  onTestFinished(resume);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const { until, rest } = readGradually(await fetch(`${site.url}/events`, { headers }));
  expect(await until('</header>')).not.toContain('A fair');
  resume();

  expect(await rest()).toMatch(/A fair.*<\/body><\/html>$/s);
});

const NO_PERMISSION = /CMS_USER and CMS_APP_PASSWORD/;

test.each([
  ['WordPress responds with 401', 'unauthorized', 502, /WordPress answered 401/, NO_PERMISSION],
  ['WordPress responds with 403', 'forbidden', 502, /WordPress answered 403/, NO_PERMISSION],
  ['WordPress responds with 503', 'error503', 503, /WordPress does not answer/, /./],
  ['the draft was deleted', null, 404, /The draft does not exist any more/, /./],
] as const)('if %s, the preview link explains it', async (_, fault, status, reason, advice) => {
  wordpress.failWith(fault);
  if (fault === null) wordpress.setContent({});
  const response = await fetch(site.url + previewPath(), { redirect: 'manual' });
  const { text } = parse(await response.text());

  expect(response.status).toBe(status);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toMatch(reason);
  expect(text).toMatch(advice);
  expect(text).not.toContain('a b c');
});

test('the preview link of an item in the trash says that the draft does not exist any more', async () => {
  wordpress.setContent({ ...CONTENT, '/wp-json/wp/v2/posts/12': { ...draft, status: 'trash' } });
  const response = await fetch(site.url + previewPath(), { redirect: 'manual' });

  expect(response.status).toBe(404);
  expect(await response.text()).toContain('The draft does not exist any more');
});

test('a draft is shown while WordPress cannot list what is published; if it cannot be read, its page is 503 and not 404', async () => {
  const { cookie } = await enter();
  wordpress.failWith('error500', '/wp-json/wp/v2/posts');
  expect((await read('/preview-12', cookie)).status).toBe(200);

  wordpress.failWith('error500');
  expect((await read('/preview-12', cookie)).status).toBe(503);
});

/** Posts a form as the editor's frame does, signed with the preview secret. */
const showUnsaved = (payload: object): Promise<Response> => {
  const origin = 'https://cms.example.com';
  const [body, timestamp] = [JSON.stringify({ ...payload, origin }), String(Math.floor(Date.now() / 1_000))];
  const signature = createHmac('sha256', SECRET).update(`unsaved.${timestamp}.${body}`).digest('hex');
  const form = new FormData();
  form.set('payload', body);
  form.set('timestamp', timestamp);
  form.set('signature', `sha256=${signature}`);
  const headers = { origin, 'sec-fetch-site': 'cross-site' };
  return fetch(`${site.url}/api/preview/unsaved`, { method: 'POST', headers, body: form });
};

test('only the editor may frame unsaved content, which runs no scripts and is not shown to visitors', async () => {
  const item = { ...published, ...hero('Not saved yet') };
  const response = await showUnsaved({ type: 'pages', id: 7, slug: 'pricing', item });
  const html = parse(await response.text());

  expect(response.status).toBe(200);
  expect(html.querySelector('h1')?.text).toBe('Not saved yet');
  expect(html.querySelector('base')?.getAttribute('target')).toBe('_blank');
  expect(html.querySelector('[aria-label=Preview]')).toBeNull();
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors https://cms.example.com;');
  expect(response.headers.get('content-security-policy')).toContain('sandbox allow-same-origin');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  const publicResponse = await fetch(`${site.url}/pricing`);
  expect(parse(await publicResponse.text()).querySelector('h1')?.text).toBe('Published');
  expect(publicResponse.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");

  wordpress.failWith('error503');
  const neverPublished = page({ id: 8, slug: 'preview-8', title: 'New', ...hero('A new page') });
  const duringOutage = await showUnsaved({ type: 'pages', id: 8, slug: 'preview-8', item: neverPublished });
  expect(parse(await duringOutage.text()).querySelector('h1')?.text, 'a new page, while WordPress fails').toBe(
    'A new page',
  );
});
