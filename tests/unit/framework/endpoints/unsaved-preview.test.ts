import { expect, test } from 'vitest';
import { createMessageVerifier } from '../../../../src/framework/endpoints/signed-messages.ts';
import { createUnsavedPreviewEndpoint } from '../../../../src/framework/endpoints/unsaved-preview.ts';
import { toFormData } from '../../../support/form-data.ts';
import { handleRequest } from '../../../support/handle-request.ts';
import { signMessage } from '../../../support/revalidation.ts';

const SECRET = 'the secret of previews';
const EDITOR = 'https://cms.example.com';

const toMessage = (payload: unknown, { secret = SECRET, prefix = 'unsaved.' } = {}) => {
  const { body, ...signed } = signMessage(JSON.stringify(payload), { secret, prefix });
  return { payload: body, ...signed };
};

const toRequest = (body: BodyInit): Request =>
  new Request('https://site.example/api/preview/unsaved', { method: 'POST', body });

const openEndpoint = ({ secret = SECRET }: { secret?: string | null } = {}) => {
  const rendered: string[] = [];
  let shownText = 'published';
  const handle = createUnsavedPreviewEndpoint({
    content: {
      secret,
      read: (payload) =>
        typeof payload === 'object' && payload !== null && 'text' in payload
          ? {
              path: '/about-us',
              show: () => {
                shownText = String(payload.text);
              },
            }
          : null,
    },
    securityOptions: { url: 'https://site.example', robots: 'all', hsts: 'max-age=1', reportPath: '/reports' },
    verify: createMessageVerifier(async () => true),
    renderDocument: async (_, path) => {
      rendered.push(path);
      return new Response(`shows ${shownText}`, { headers: { etag: '"1"' } });
    },
  });
  const send = (fields: Record<string, string>) => handleRequest(handle, toRequest(toFormData(fields)));
  return { handle, send, rendered };
};

test('a signed message is rendered, and only the origin of the editor may frame the response', async () => {
  const { send, rendered } = openEndpoint();
  const response = await send(toMessage({ text: 'what is typed', origin: `${EDITOR}/wp-admin/` }));
  const policy = response.headers.get('content-security-policy')?.split('; ');

  expect(await response.text()).toBe('shows what is typed');
  expect(rendered).toEqual(['/about-us']);
  expect(policy).toEqual(expect.arrayContaining([`frame-ancestors ${EDITOR}`, 'sandbox allow-same-origin']));
  expect(response.headers.has('etag')).toBe(false);
});

test('a message that is sent as a check is validated but not rendered', async () => {
  const { send, rendered } = openEndpoint();
  const message = toMessage({ text: 'a', origin: EDITOR });

  expect((await send({ ...message, check: '1' })).status).toBe(204);
  expect(rendered).toEqual([]);
});

// All other reasons: revalidation-webhook.test.ts.
test('a message is rejected if it is sent twice, not signed, or signed with another secret or for another endpoint', async () => {
  const { send, rendered } = openEndpoint();
  const payload = { text: 'a', origin: EDITOR };
  const message = toMessage(payload);
  await send(message);

  expect((await send(message)).status).toBe(409);
  expect((await send({})).status).toBe(403);
  expect((await send(toMessage(payload, { secret: 'another secret' }))).status).toBe(403);
  expect((await send(toMessage(payload, { prefix: '' }))).status).toBe(403);
  expect(rendered).toHaveLength(1);
});

test('a payload without content or without a valid origin of the editor is rejected', async () => {
  const { send } = openEndpoint();

  expect((await send(toMessage({ origin: EDITOR }))).status).toBe(400);
  expect((await send(toMessage({ text: 'a' }))).status).toBe(400);
  expect((await send(toMessage({ text: 'a', origin: "* 'self'" }))).status).toBe(400);
  expect((await send(toMessage({ text: 'a', origin: 'data:text/html,a' }))).status).toBe(400);
});

test('only POST requests with a form of up to 1.2 MB are accepted, and without a secret the endpoint does not exist', async () => {
  const { handle, send } = openEndpoint();

  expect((await handleRequest(handle, toRequest('{}'))).status).toBe(400);
  expect((await send(toMessage({ text: 'a'.repeat(1_300_000), origin: EDITOR }))).status).toBe(413);
  expect((await handleRequest(handle, new Request('https://site.example/'))).status).toBe(405);
  expect((await openEndpoint({ secret: null }).send(toMessage({ text: 'a', origin: EDITOR }))).status).toBe(404);
});
