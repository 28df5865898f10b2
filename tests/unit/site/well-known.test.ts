import { expect, test } from 'vitest';
import { resetModulesWith } from '../../support/reset-modules.ts';

const open = async (settings: Record<string, string> = {}) => {
  resetModulesWith({ SITE_URL: 'https://lotmark.example', ...settings });
  return import('../../../src/site/well-known.ts');
};

const request = (method = 'GET') => new Request('https://lotmark.example/', { method });

test('security.txt names a contact and expires within a year', async () => {
  const { toSecurityText } = await open({ SUPPORT_EMAIL: 'security@lotmark.example' });

  expect(toSecurityText(Date.UTC(2026, 10, 25))).toBe(
    'Contact: mailto:security@lotmark.example\n' +
      'Expires: 2027-05-24T00:00:00.000Z\n' +
      'Preferred-Languages: en\n' +
      'Canonical: https://lotmark.example/.well-known/security.txt\n',
  );
});

test('security.txt is plain text, and can only be read', async () => {
  const { handleSecurityText } = await open();
  const response = await handleSecurityText(request());

  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect((await handleSecurityText(request('POST'))).status).toBe(405);
});

test('password managers are sent to where customers log in, if there is a login', async () => {
  const { handleChangePassword } = await open({ LOGIN_URL: 'https://app.lotmark.example/login' });
  const { status, headers } = await handleChangePassword(request());

  expect({ status, location: headers.get('location') }).toEqual({
    status: 302,
    location: 'https://app.lotmark.example/login',
  });
  const withoutLogin = await open({ LOGIN_URL: '' });
  expect((await withoutLogin.handleChangePassword(request())).status).toBe(404);
});
