import type { BrowserContext } from '@playwright/test';

/**
 * Logs a user in to a WordPress without its login page. A script of that page moves the focus to the name 200 ms after it has run,
 * so that a password which is typed at that moment replaces the name.
 */
export const logIn = async (context: BrowserContext, wordpressUrl: string, user: string, password: string) => {
  const form = { log: user, pwd: password };
  const response = await context.request.post(`${wordpressUrl}/wp-login.php`, { form, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`WordPress rejected the login of ${user}: ${response.status()}`);
};
