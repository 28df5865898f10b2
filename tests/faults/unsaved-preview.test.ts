import { createHmac } from 'node:crypto';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { startSiteForTest } from '../support/site-process.ts';
import { page, pages, serveWordPress } from '../support/wordpress-server.ts';

const SECRET = 'a secret for previews';

/** A form as the editor's frame posts it, signed with the preview secret. */
const toSignedForm = (payload: unknown): FormData => {
  const [body, timestamp] = [JSON.stringify(payload), String(Math.floor(Date.now() / 1_000))];
  const signature = createHmac('sha256', SECRET).update(`unsaved.${timestamp}.${body}`).digest('hex');
  const form = new FormData();
  form.set('payload', body);
  form.set('timestamp', timestamp);
  form.set('signature', `sha256=${signature}`);
  return form;
};

const hero = (headline: string) => ({ acf: { blocks: [{ acf_fc_layout: 'subpages_hero', headline }] } });

test('only the editor may frame unsaved content, which runs no scripts and is not shown to visitors', async () => {
  const published = page({ id: 7, slug: 'pricing', title: 'Pricing', ...hero('Published') });
  const wordpress = await serveWordPress(pages(published));
  const site = await startSiteForTest({ CMS_URL: wordpress.url, PREVIEW_SECRET: SECRET });
  const origin = 'https://cms.example.com';
  const item = { ...published, ...hero('Not saved yet') };
  const response = await fetch(`${site.url}/api/preview/unsaved`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'cross-site' },
    body: toSignedForm({ type: 'pages', id: 7, slug: 'pricing', item, origin }),
  });
  const html = parse(await response.text());

  expect(response.status).toBe(200);
  expect(html.querySelector('h1')?.text).toBe('Not saved yet');
  expect(html.querySelector('base')?.getAttribute('target')).toBe('_blank');
  expect(html.querySelector('[aria-label=Preview]')).toBeNull();
  expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin};`);
  expect(response.headers.get('content-security-policy')).toContain('sandbox allow-same-origin');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  const publicResponse = await fetch(`${site.url}/pricing`);
  expect(parse(await publicResponse.text()).querySelector('h1')?.text).toBe('Published');
  expect(publicResponse.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('unsaved content of a page that was never published is shown, even while WordPress fails', async () => {
  const wordpress = await serveWordPress();
  const site = await startSiteForTest({ CMS_URL: wordpress.url, PREVIEW_SECRET: SECRET, CMS_TIMEOUT_MS: '500' });
  wordpress.failWith('error503');
  const item = page({ id: 8, slug: 'preview-8', title: 'New', ...hero('A new page') });
  const response = await fetch(`${site.url}/api/preview/unsaved`, {
    method: 'POST',
    body: toSignedForm({ type: 'pages', id: 8, slug: 'preview-8', item, origin: 'https://cms.example.com' }),
  });

  expect(response.status).toBe(200);
  expect(parse(await response.text()).querySelector('h1')?.text).toBe('A new page');
});
