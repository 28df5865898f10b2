import { createHmac } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPreview } from '../../../../src/framework/endpoints/preview.ts';
import type { PreviewProblem } from '../../../../src/framework/site-options.ts';
import { handleRequest } from '../../../support/handle-request.ts';

const SECRET = 'a secret for previews';
const NOW = 1_800_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 });
});

const sign = (payload: string, secret = SECRET): string =>
  `${payload}.${createHmac('sha256', secret).update(`preview.${payload}`).digest('base64url')}`;

const toPayload = (fields: unknown): string => Buffer.from(JSON.stringify(fields)).toString('base64url');

const VALID = { slug: 'draft', expires: NOW + 600 };

const toToken = (expires: unknown = NOW + 3_600, fields: object = { slug: 'draft' }): string =>
  sign(toPayload({ ...fields, expires }));

type Options = { readonly secret?: string | null; readonly url?: string; readonly problem?: PreviewProblem | null };

const openPreview = ({ secret = SECRET, url = 'https://www.example.com', problem = null }: Options = {}) => {
  const shown: string[] = [];
  const links: string[] = [];
  const preview = createPreview<string>(
    {
      secret,
      readDraft: (payload) => {
        const [[key, slug] = [], ...others] = Object.entries(payload ?? {});
        return key === 'slug' && others.length === 0 ? String(slug) : null;
      },
      pathOf: (slug) => `/${slug}`,
      checkAccess: async () => problem,
      problems: {
        off: { statusCode: 404, reason: 'No previews.', advice: 'Set the secret.' },
        wrongSecret: { statusCode: 403, reason: 'Another secret.', advice: 'Compare the secrets.' },
        expired: { statusCode: 403, reason: 'Expired.', advice: 'Open the link again.' },
      },
      toDocument: ({ reason, advice }, leaveUrl) => `<p>${reason}</p><p>${advice}</p><form action="${leaveUrl}">`,
      show: (slug, link) => {
        shown.push(slug);
        links.push(link);
      },
    },
    url,
  );
  return {
    enter: (token: string, method = 'GET') =>
      handleRequest(preview.enter, new Request(`http://site/api/preview?token=${token}`, { method })),
    leave: (method: string, query = '') =>
      handleRequest(preview.leave, new Request(`http://site/api/preview/leave${query}`, { method })),
    /** Requests a document. The status is 404 if the request goes on to the pages. */
    open: (headers: Record<string, string>) =>
      handleRequest(
        preview.showDraft,
        new Request('http://site/draft', { headers: { accept: 'text/html', ...headers } }),
      ),
    shown,
    links,
  };
};

test('a signed link stores its token in a cookie until the token expires, and redirects to the draft', async () => {
  const token = toToken(NOW + 600);
  const { status, headers } = await openPreview().enter(token);

  expect(status).toBe(307);
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': 'no-store',
    location: '/draft',
    'set-cookie': `__Host-preview=${token}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`,
  });
});

test('the cookie of a site without TLS has neither the attribute Secure nor a prefix, since browsers would reject it', async () => {
  const longest = toToken(NOW + 86_400);
  const { headers } = await openPreview({ url: 'http://localhost:8080' }).enter(longest);

  expect(headers.get('set-cookie')).toBe(`preview=${longest}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`);
});

test.each([
  ['that is empty', '', 'Another secret.'],
  ['without a signature', toPayload(VALID), 'Another secret.'],
  ['signed with another secret', sign(toPayload(VALID), 'another secret'), 'Another secret.'],
  ['with another signature', `${toPayload({ slug: 'x' })}.${toToken().split('.')[1]}`, 'Another secret.'],
  ['with more than a payload and a signature', `${toToken()}.more`, 'Another secret.'],
  ['that expired', toToken(NOW), 'Expired.'],
  ['that is valid for more than a day', toToken(NOW + 86_401), 'Expired.'],
  ['whose expiry is not a number', toToken(String(NOW + 600)), 'Expired.'],
  ['whose payload is not JSON', sign(Buffer.from('slug').toString('base64url')), 'Expired.'],
  ['that the site cannot read', toToken(NOW + 600, { page: 'draft' }), 'Expired.'],
])(
  'neither a link nor a cookie with a token %s shows a draft, and the editor is told why',
  async (_, token, reason) => {
    const { enter, open, shown } = openPreview();
    const response = await enter(token);
    await open({ cookie: `__Host-preview=${token}` });

    expect(response.status).toBe(403);
    expect(await response.text()).toContain(`<p>${reason}</p>`);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(shown).toEqual([]);
  },
);

test('if a draft cannot be read, the link and the documents of its preview explain why', async () => {
  const problem = { statusCode: 502, reason: 'No answer.', advice: 'Try again.' };
  const cookie = `__Host-preview=${toToken()}`;
  const { enter, open, shown } = openPreview({ problem });
  const [link, explanation] = [await enter(toToken()), await open({ cookie })];

  expect([link.status, explanation.status]).toEqual([502, 502]);
  expect(link.headers.get('set-cookie')).toBeNull();
  expect(await link.text()).toContain('<p>No answer.</p><p>Try again.</p>');
  const text = await explanation.text();
  expect(text).toContain('<p>No answer.</p><p>Try again.</p>');
  expect(text, 'has a button to leave the preview').toContain('action="/api/preview/leave"');
  expect((await open({})).status, 'without the cookie').toBe(404);
  expect(shown).toEqual([]);
  expect((await open({ cookie, accept: 'image/*' })).status, 'of an image').toBe(404);
});

test('the preview cookie shows its draft, and the page knows the link that opens it in another browser', async () => {
  const { open, shown, links } = openPreview();
  await open({ cookie: `old___Host-preview=${toToken()}; x=1` });
  expect(shown).toEqual([]);
  await open({ cookie: `theme=dark; __Host-preview=${toToken()}; x=1` });

  expect(shown).toEqual(['draft']);
  expect(links).toEqual([`/api/preview?token=${toToken()}`]);
});

test('the preview is entered with GET and left with POST only', async () => {
  const responses = [await openPreview().enter(toToken(), 'POST'), await openPreview().leave('GET')];

  expect(responses.map(({ status, headers }) => [status, headers.get('allow'), headers.get('set-cookie')])).toEqual([
    [405, 'GET', null],
    [405, 'POST', null],
  ]);
});

test.each([
  ['', '/'],
  ['/faq?q=payout#first', '/faq?q=payout'],
  ['https://www.example.com/faq', '/faq'],
  ['https://evil.test/', '/'],
  ['//evil.test/faq', '/'],
  ['\\\\evil.test', '/'],
  ['/.//evil.test', '/evil.test'],
  ['javascript:alert(1)', '/'],
])('leaving the preview to "%s" deletes the cookie and leads to %s', async (to, location) => {
  const { status, headers } = await openPreview().leave('POST', to === '' ? '' : `?${new URLSearchParams({ to })}`);

  expect({ status, location: headers.get('location') }).toEqual({ status: 303, location });
  expect(headers.get('set-cookie')).toMatch(/^__Host-preview=; Max-Age=0; Path=\/;/);
});

test('without a secret there are no previews', async () => {
  const { enter, open, shown } = openPreview({ secret: null });

  const response = await enter(toToken());
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<p>Set the secret.</p>');
  await open({ cookie: `__Host-preview=${toToken()}` });
  expect(shown).toEqual([]);
});
