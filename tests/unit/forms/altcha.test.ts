import { expect, test, vi } from 'vitest';
import { createAltchaHandle } from '../../../src/forms/altcha.ts';

test('if the challenge cannot be fetched, there is no token, and the next submission fetches it again', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 503 }));
  vi.stubGlobal('fetch', fetch);
  const captcha = createAltchaHandle();

  captcha.begin();
  captcha.begin();
  expect(await captcha.token()).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await captcha.token()).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(2);
});
