import { expect, test, vi } from 'vitest';
import { readSettings } from '../../src/env.ts';

test('by default the site is indexable only in production', async () => {
  expect(readSettings({}).SITE_INDEXABLE).toBe(false);
  expect(readSettings({ SITE_INDEXABLE: 'true' }).SITE_INDEXABLE).toBe(true);

  vi.resetModules();
  vi.stubEnv('NODE_ENV', 'production');
  const inProduction = await import('../../src/env.ts');
  expect(inProduction.readSettings({}).SITE_INDEXABLE).toBe(true);
  expect(inProduction.readSettings({ SITE_INDEXABLE: 'false' }).SITE_INDEXABLE).toBe(false);
});

test('the default of SITE_URL contains the port, and a trailing slash is removed', () => {
  expect(readSettings({ PORT: '9000' }).SITE_URL).toBe('http://localhost:9000');
  expect(readSettings({ SITE_URL: 'https://example.org/' }).SITE_URL).toBe('https://example.org');
});

test('SITE_URL must be an origin without path, query or credentials', () => {
  expect(readSettings({ SITE_URL: 'https://example.org:8443' }).SITE_URL).toBe('https://example.org:8443');
  for (const url of ['https://example.org/site', 'https://example.org?a', 'https://u:p@example.org', 'x#y']) {
    expect(() => readSettings({ SITE_URL: url }), url).toThrow('SITE_URL must be');
  }
});

test('SITE_URL is compared with the origin that browsers send, however it is written', () => {
  expect(readSettings({ SITE_URL: 'HTTPS://Www.Example.org:443/' }).SITE_URL).toBe('https://www.example.org');
  expect(readSettings({ SITE_URL: 'https://müller.example' }).SITE_URL).toBe('https://xn--mller-kva.example');
});

test('a trailing slash is part of a link, but not of a URL to which paths are appended', () => {
  const link = 'https://app.example.com/#/login/';
  expect(readSettings({ LOGIN_URL: link, TERMS_URL: link })).toMatchObject({ LOGIN_URL: link, TERMS_URL: link });
  expect(readSettings({ CMS_URL: 'https://cms.example/wp/' }).CMS_URL).toBe('https://cms.example/wp');
});

test('an empty setting counts as unset', () => {
  expect(readSettings({ CMS_URL: '', PORT: ' ' })).toMatchObject({ CMS_URL: null, PORT: 8080 });
});

test('the icon API is the public one by default, and can be replaced or disabled', () => {
  expect(readSettings({}).ICON_API_URL).toBe('https://api.iconify.design');
  expect(readSettings({ ICON_API_URL: '' }).ICON_API_URL).toBeNull();
  expect(readSettings({ ICON_API_URL: 'http://icons.internal/' }).ICON_API_URL).toBe('http://icons.internal');
});

test('the error names each invalid setting and what it may be, but no password', () => {
  const invalid = {
    PORT: 'eighty',
    CMS_URL: 'htps://editor:secret@cms.example',
    LOGIN_URL: 'javascript:alert(1)',
    SITE_INDEXABLE: 'maybe',
    SUPPORT_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'mail.example.com:secret',
    REDIS_URL: 'redis://:secret@localhost:6379/site',
    REDIS_KEY_PREFIX: 'site:staging',
    MAIL_TO: 'nobody',
    MAIL_FROM: 'Name <nobody>',
    ABUSE_MAIL_TO: 'nobody',
    TRUST_PROXY: '10.0.0.0/33',
    MAIL_RETENTION_DAYS: '0',
    CAPTCHA_PROVIDER: 'recaptcha',
    CMS_MEDIA_ORIGINS: 'https://cdn.example/path',
    PARKING_NAMESERVERS: 'ns1',
    PARKING_ADDRESSES: 'ns1.example.com',
  };
  const read = () => readSettings(invalid);

  expect(read).toThrow('PORT must be a whole number from 1 to 65535, but is "eighty".');
  expect(read).toThrow('CMS_URL must be an http or https URL, but is "htps://…@cms.example".');
  for (const name of Object.keys(invalid)) expect(read).toThrow(`${name} must be `);
  expect(read).not.toThrow(/secret/);
});

test('media origins are http or https origins without path or credentials', () => {
  expect(readSettings({ CMS_MEDIA_ORIGINS: 'https://CDN.example/, http://b.example:81' }).CMS_MEDIA_ORIGINS).toEqual([
    'https://cdn.example',
    'http://b.example:81',
  ]);
  for (const origin of ['cdn.example', 'ftp://cdn.example', 'https://user:pass@cdn.example'])
    expect(() => readSettings({ CMS_MEDIA_ORIGINS: origin }), origin).toThrow('CMS_MEDIA_ORIGINS must be');
});

test.each(['0.0.0.0/0', '10.0.0.0/8, ::/0', 'loopback'])('%s is no list of trusted proxies', (networks) => {
  expect(() => readSettings({ TRUST_PROXY: networks })).toThrow('TRUST_PROXY must be networks such as');
});

test.each(['redis://localhost', 'rediss://:secret@localhost:6379/', 'redis://localhost/1'])(
  'REDIS_URL may be %s',
  (url) => {
    expect(readSettings({ REDIS_URL: url }).REDIS_URL).toBe(url);
  },
);

test.each([
  ['REDIS_URL', 'redis://:50%OFF@localhost'],
  ['CMS_URL', 'https://editor:50%OFF@cms.example'],
])('%s says how to write a password with a percent sign, without the password', (name, url) => {
  expect(() => readSettings({ [name]: url })).toThrow(`${name} must contain %25 for each % of its password.`);
  expect(readSettings({ [name]: url.replace('%', '%25') })).toMatchObject({ [name]: url.replace('%', '%25') });
});

test('DNS resolvers are addresses with an optional port, by default those of the system', () => {
  expect(readSettings({ DNS_RESOLVERS: '192.0.2.53, 192.0.2.54:5353,2001:db8::53,[2001:db8::54]:5353' })).toMatchObject(
    {
      DNS_RESOLVERS: [
        { address: '192.0.2.53', port: 53 },
        { address: '192.0.2.54', port: 5_353 },
        { address: '2001:db8::53', port: 53 },
        { address: '2001:db8::54', port: 5_353 },
      ],
    },
  );
  expect(readSettings({}).DNS_RESOLVERS.length).toBeGreaterThan(0);
  for (const resolver of ['dns.example.com', '192.0.2.53:0', '192.0.2.53:70000', '[192.0.2.53', '192.0.2.53:53:53']) {
    expect(() => readSettings({ DNS_RESOLVERS: resolver }), resolver).toThrow('DNS_RESOLVERS must be IP addresses');
  }
});

test('where domains should point is compared in the form of DNS answers', () => {
  expect(
    readSettings({
      PARKING_NAMESERVERS: 'NS1.Example.com.,ns2.example.com',
      PARKING_ADDRESSES: '192.0.2.80,2001:DB8:0:0:0:0:0:80',
      PARKING_CNAME: 'Park.Example.com,park.example.net',
    }),
  ).toMatchObject({
    PARKING_NAMESERVERS: ['ns1.example.com', 'ns2.example.com'],
    PARKING_ADDRESSES: ['192.0.2.80', '2001:db8::80'],
    PARKING_CNAME: ['park.example.com', 'park.example.net'],
  });
});

test.each([
  ['Freehold <mail@example.org>', 'Freehold <mail@example.org>'],
  ['Sales: Acme (EU) <mail@example.org>', '"Sales: Acme (EU)" <mail@example.org>'],
  ['"Acme, Inc." <mail@example.org>', '"Acme, Inc." <mail@example.org>'],
  ['info@müller.de', 'info@müller.de'],
  ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
])('MAIL_FROM may be %s, which is %s in mail', (setting, from) => {
  expect(readSettings({ MAIL_FROM: setting }).MAIL_FROM).toBe(from);
});

test.each(['mail', 'mail@localhost', 'a b@example.org', 'mail@-.org'])('%s is no address for mail', (address) => {
  expect(() => readSettings({ MAIL_TO: address })).toThrow('MAIL_TO must be email addresses');
  expect(() => readSettings({ MAIL_FROM: `Acme <${address}>` })).toThrow('MAIL_FROM must be an email address');
});

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
