import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { createCaptchaProvider } from '../../../src/forms/captcha-provider.ts';
import { log } from '../../../src/framework/log.ts';
import { serveListener } from '../../support/serve-listener.ts';

/** A provider on loopback that gives every request the same response. */
const openProvider = async (statusCode: number, body: string) => {
  const requests: { headers: Record<string, unknown>; body: string }[] = [];
  const origin = await serveListener(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statusCode).end(body);
  });
  return { url: `${origin}/verify`, requests };
};

const verify = (provider: 'turnstile' | 'friendlycaptcha', verifyUrl: string) =>
  createCaptchaProvider({ provider, siteKey: 'key', secret: 'the secret', verifyUrl }).verify('token');

test.each([
  [200, '{"success":true}', 'verified'],
  [200, '{"success":false,"error-codes":["timeout-or-duplicate"]}', 'invalid'],
  [200, '{"success":false,"error":{"error_code":"response_invalid"}}', 'invalid'],
  [200, '{"success":false,"error-codes":["invalid-input-secret"]}', 'unverified'],
  [401, '{"success":false,"error":{"error_code":"auth_invalid"}}', 'unverified'],
  [503, 'down', 'unverified'],
  [200, '<h1>Please log in</h1>', 'unverified'],
  [200, '{"ok":true}', 'unverified'],
])('for the response %i %s the result is %s', async (statusCode, body, result) => {
  const logged = vi.spyOn(log, 'error').mockClear();

  expect(await verify('turnstile', (await openProvider(statusCode, body)).url)).toBe(result);
  expect(logged).toHaveBeenCalledTimes(result === 'unverified' ? 1 : 0);
});

test('Turnstile gets a URL-encoded form, Friendly Captcha gets JSON and the secret in a header', async () => {
  const { url, requests } = await openProvider(200, '{"success":true}');
  await verify('turnstile', url);
  await verify('friendlycaptcha', url);

  expect(requests.map(({ body }) => body)).toEqual([
    'secret=the+secret&response=token&sitekey=key',
    '{"response":"token","sitekey":"key"}',
  ]);
  expect(requests[1]?.headers).toMatchObject({ 'x-api-key': 'the secret', 'content-type': 'application/json' });
});

test('if the provider cannot be reached, the result is unavailable and the failure is logged', async () => {
  const logged = vi.spyOn(log, 'error');

  expect(await verify('turnstile', 'http://127.0.0.1:1/verify')).toBe('unverified');
  expect(logged.mock.lastCall?.[1]).toBe('the captcha provider cannot be reached');
});
