import { expect, test } from 'vitest';
import { readSettings } from '../../../src/env.ts';

test('applications and reports of abuse have the recipients of contact messages, unless they have their own', () => {
  const MAIL_TO = 'a@site.test, b@site.test';
  const team = ['a@site.test', 'b@site.test'];

  expect(readSettings({ MAIL_TO })).toMatchObject({ APPLICATION_MAIL_TO: team, ABUSE_MAIL_TO: team });
  expect(
    readSettings({ MAIL_TO, APPLICATION_MAIL_TO: 'rsoc@site.test', ABUSE_MAIL_TO: 'abuse@site.test, c@site.test' }),
  ).toMatchObject({
    MAIL_TO: team,
    APPLICATION_MAIL_TO: ['rsoc@site.test'],
    ABUSE_MAIL_TO: ['abuse@site.test', 'c@site.test'],
  });
});

test('the error names each invalid mail setting, and contains no passwords', () => {
  const invalid = {
    SMTP_URL: 'mail.example.com:secret',
    REDIS_URL: 'http://user:secret@cache',
    REDIS_KEY_PREFIX: 'site:staging',
    MAIL_TO: 'nobody',
    MAIL_FROM: 'Name <nobody>',
    ABUSE_MAIL_TO: 'nobody',
    TRUST_PROXY: '10.0.0.0/33',
    MAIL_RETENTION_DAYS: '0',
    CAPTCHA_PROVIDER: 'recaptcha',
  };

  for (const name of Object.keys(invalid)) expect(() => readSettings(invalid)).toThrow(`${name} must be `);
  expect(() => readSettings(invalid)).not.toThrow(/secret/);
});

test('a captcha provider requires its site key and its secret', () => {
  expect(() => readSettings({ CAPTCHA_PROVIDER: 'turnstile' })).toThrow(
    'CAPTCHA_SITE_KEY must be set when CAPTCHA_PROVIDER is turnstile.\nCAPTCHA_SECRET must be set when CAPTCHA_PROVIDER is turnstile.',
  );
  expect(readSettings({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' })).toMatchObject({
    CAPTCHA_SITE_KEY: 'k',
  });
});

test('CAPTCHA_SCRIPT_URL must be empty for Friendly Captcha, whose script is part of the site', () => {
  expect(() =>
    readSettings({
      CAPTCHA_PROVIDER: 'friendlycaptcha',
      CAPTCHA_SITE_KEY: 'k',
      CAPTCHA_SECRET: 's',
      CAPTCHA_SCRIPT_URL: 'https://cdn.example.net/site.min.js',
    }),
  ).toThrow('CAPTCHA_SCRIPT_URL must be empty when CAPTCHA_PROVIDER is friendlycaptcha');
});
