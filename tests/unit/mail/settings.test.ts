import { expect, test } from 'vitest';
import { readSettings } from '../../../src/env.ts';

test('by default there is no SMTP server or Redis, mail goes to the support address, and the captcha is self-hosted', () => {
  expect(readSettings({})).toMatchObject({
    REDIS_URL: null,
    REDIS_KEY_PREFIX: 'site',
    SMTP_URL: null,
    MAIL_FROM: 'support@example.com',
    MAIL_TO: ['support@example.com'],
    APPLICATION_MAIL_TO: ['support@example.com'],
    ABUSE_MAIL_TO: ['support@example.com'],
    MAIL_AUTO_REPLY: false,
    MAIL_RETENTION_DAYS: 30,
    CAPTCHA_PROVIDER: 'altcha',
    TRUST_PROXY: [],
  });
});

test('applications have the recipients of contact messages, unless APPLICATION_MAIL_TO is set', () => {
  const addresses = { MAIL_TO: 'a@site.test, b@site.test', MAIL_FROM: 'The website <web@site.test>' };

  expect(readSettings(addresses)).toMatchObject({
    APPLICATION_MAIL_TO: ['a@site.test', 'b@site.test'],
    MAIL_FROM: 'The website <web@site.test>',
  });
  expect(readSettings({ ...addresses, APPLICATION_MAIL_TO: 'rsoc@site.test' }).APPLICATION_MAIL_TO).toEqual([
    'rsoc@site.test',
  ]);
});

test('reports of abuse have the recipients of contact messages, unless ABUSE_MAIL_TO is set', () => {
  expect(readSettings({ MAIL_TO: 'a@site.test' }).ABUSE_MAIL_TO).toEqual(['a@site.test']);
  expect(readSettings({ MAIL_TO: 'a@site.test', ABUSE_MAIL_TO: 'abuse@site.test, b@site.test' })).toMatchObject({
    MAIL_TO: ['a@site.test'],
    ABUSE_MAIL_TO: ['abuse@site.test', 'b@site.test'],
  });
  expect(() => readSettings({ ABUSE_MAIL_TO: 'nobody' })).toThrow(
    'ABUSE_MAIL_TO must be email addresses with a comma between them.',
  );
});

test('the error contains one sentence for each invalid mail setting, and no passwords', () => {
  const read = () =>
    readSettings({
      SMTP_URL: 'mail.example.com:secret',
      REDIS_URL: 'http://user:secret@cache',
      REDIS_KEY_PREFIX: 'site:staging',
      MAIL_TO: 'nobody',
      MAIL_FROM: 'Name <nobody>',
      TRUST_PROXY: '10.0.0.0/33',
      MAIL_RETENTION_DAYS: '0',
      CAPTCHA_PROVIDER: 'recaptcha',
    });

  expect(read).toThrow('SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587.');
  expect(read).toThrow('REDIS_URL must be a URL such as redis://localhost:6379.');
  expect(read).toThrow('REDIS_KEY_PREFIX must be 1 to 50 letters, digits, hyphens or underscores.');
  expect(read).toThrow('MAIL_TO must be email addresses with a comma between them.');
  expect(read).toThrow('MAIL_FROM must be an email address, with or without a name before it.');
  expect(read).toThrow('TRUST_PROXY must be networks such as 10.0.0.0/8 or 2001:db8::/32 with a comma between them.');
  expect(read).toThrow('MAIL_RETENTION_DAYS must be a whole number from 1 to 3650, but is "0".');
  expect(read).toThrow('CAPTCHA_PROVIDER must be one of altcha, turnstile, hcaptcha, friendlycaptcha.');
  expect(read).not.toThrow(/secret/);
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
