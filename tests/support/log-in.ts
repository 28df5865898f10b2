import type { BrowserContext } from '@playwright/test';

/**
 * Logs a user in to WordPress without opening the login page. A script of that page focuses the name field after 200 ms, so a
 * password that a test is typing at that moment would end up in the name field.
 */
export const logIn = async (
  { request }: Pick<BrowserContext, 'request'>,
  wordpressUrl: string,
  user: string,
  password: string,
) => {
  const form = { log: user, pwd: password };
  const response = await request.post(`${wordpressUrl}/wp-login.php`, { form, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`WordPress rejected the login of ${user}: ${response.status()}`);
};
