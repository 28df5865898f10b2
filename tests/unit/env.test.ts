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

const LINK = 'https://app.example.com/#/login/';
const TEAM = ['a@site.test', 'b@site.test'];
const TURNSTILE = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' };

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  ['an empty setting counts as unset', { CMS_URL: '', PORT: ' ' }, { CMS_URL: null, PORT: 8080 }],
  ['the default of SITE_URL contains the port', { PORT: '9000' }, { SITE_URL: 'http://localhost:9000' }],
  ['SITE_URL may have a port', { SITE_URL: 'https://a.test:8443/' }, { SITE_URL: 'https://a.test:8443' }],
  ['SITE_URL is written as browsers do', { SITE_URL: 'HTTPS://Www.A.test:443/' }, { SITE_URL: 'https://www.a.test' }],
  ['SITE_URL may be an IDN', { SITE_URL: 'https://müller.test' }, { SITE_URL: 'https://xn--mller-kva.test' }],
  ['a link keeps its final slash', { LOGIN_URL: LINK, TERMS_URL: LINK }, { LOGIN_URL: LINK, TERMS_URL: LINK }],
  [
    'a link in another script can be sent in a header',
    { TERMS_URL: 'https://пример.test/условия' },
    { TERMS_URL: 'https://xn--e1afmkfd.test/%D1%83%D1%81%D0%BB%D0%BE%D0%B2%D0%B8%D1%8F' },
  ],
  ['a URL to which paths are appended loses it', { CMS_URL: 'https://a.test/wp/' }, { CMS_URL: 'https://a.test/wp' }],
  ['the icon API is the public one', {}, { ICON_API_URL: 'https://api.iconify.design' }],
  ['the icon API can be replaced', { ICON_API_URL: 'http://icons.test/' }, { ICON_API_URL: 'http://icons.test' }],
  ['the icon API can be disabled', { ICON_API_URL: '' }, { ICON_API_URL: null }],
  [
    'media origins are origins',
    { CMS_MEDIA_ORIGINS: 'https://CDN.test/, http://b.test:81' },
    { CMS_MEDIA_ORIGINS: ['https://cdn.test', 'http://b.test:81'] },
  ],
  [
    'DNS resolvers may have a port',
    { DNS_RESOLVERS: '192.0.2.53, 192.0.2.54:5353,2001:db8::53,[2001:db8::54]:5353' },
    {
      DNS_RESOLVERS: [
        { address: '192.0.2.53', port: 53 },
        { address: '192.0.2.54', port: 5_353 },
        { address: '2001:db8::53', port: 53 },
        { address: '2001:db8::54', port: 5_353 },
      ],
    },
  ],
  ['the DNS resolvers are those of the system', {}, { DNS_RESOLVERS: expect.arrayContaining([expect.anything()]) }],
  [
    'where domains should point is compared in the form of DNS answers',
    {
      PARKING_NAMESERVERS: 'NS1.Example.com.,ns2.example.com',
      PARKING_ADDRESSES: '192.0.2.80,2001:DB8:0:0:0:0:0:80',
      PARKING_CNAME: 'Park.Example.com,park.example.net',
    },
    {
      PARKING_NAMESERVERS: ['ns1.example.com', 'ns2.example.com'],
      PARKING_ADDRESSES: ['192.0.2.80', '2001:db8::80'],
      PARKING_CNAME: ['park.example.com', 'park.example.net'],
    },
  ],
  [
    'applications and reports of abuse have the recipients of contact messages',
    { MAIL_TO: 'a@site.test, b@site.test' },
    { MAIL_TO: TEAM, APPLICATION_MAIL_TO: TEAM, ABUSE_MAIL_TO: TEAM },
  ],
  [
    'applications and reports of abuse may have recipients of their own',
    { MAIL_TO: 'c@site.test', APPLICATION_MAIL_TO: 'd@site.test', ABUSE_MAIL_TO: 'a@site.test, b@site.test' },
    { MAIL_TO: ['c@site.test'], APPLICATION_MAIL_TO: ['d@site.test'], ABUSE_MAIL_TO: TEAM },
  ],
  ['a captcha provider has a site key and a secret', TURNSTILE, { CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }],
])('%s', (_, settings, read) => {
  expect(readSettings(settings)).toMatchObject(read);
});

test.each<[string, readonly string[], string]>([
  ['SITE_URL', ['https://a.test/site', 'https://a.test?a', 'https://u:p@a.test', 'x#y'], 'must be'],
  ['CMS_MEDIA_ORIGINS', ['cdn.test', 'ftp://cdn.test', 'https://user:pass@cdn.test'], 'must be'],
  ['DATA_DIR', ['~/data', '$HOME/data', '"/data"', "'/data'"], 'must be a path without ~'],
  ['TRUST_PROXY', ['0.0.0.0/0', '10.0.0.0/8, ::/0', 'loopback'], 'must be networks such as'],
  [
    'DNS_RESOLVERS',
    ['dns.test', '192.0.2.53:0', '192.0.2.53:70000', '[192.0.2.53', '192.0.2.53:53:53'],
    'must be IP addresses',
  ],
])('the setting %s rejects each of %j', (name, values, problem) => {
  for (const value of values) expect(() => readSettings({ [name]: value }), value).toThrow(`${name} ${problem}`);
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

test.each([
  ['a slash in the password', 'https://editor:top/secret@cms.example', 'https://…@cms.example'],
  ['no scheme', 'editor:secret@cms.example', '…@cms.example'],
  ['quotes', '"https://editor:secret@cms.example"', '…@cms.example"'],
])('the error about a CMS_URL with %s does not contain the password', (_, url, shown) => {
  expect(() => readSettings({ CMS_URL: url })).toThrow(`CMS_URL must be an http or https URL, but is "${shown}".`);
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

test.each(['#', '/', '?'])('SMTP_URL says how to write a password with %s', (character) => {
  const toUrl = (text: string) => `smtp://user:50${text}OFF@mail.example`;
  expect(() => readSettings({ SMTP_URL: toUrl(character) })).toThrow(
    'SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587; a password contains %23 for #, %2F for / and %3F for ?.',
  );
  const SMTP_URL = toUrl(encodeURIComponent(character));
  expect(readSettings({ SMTP_URL })).toMatchObject({ SMTP_URL });
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

test('a captcha provider requires its settings, and Friendly Captcha, whose script is part of the site, no script URL', () => {
  expect(() => readSettings({ CAPTCHA_PROVIDER: 'turnstile' })).toThrow(
    'CAPTCHA_SITE_KEY must be set when CAPTCHA_PROVIDER is turnstile.\nCAPTCHA_SECRET must be set when CAPTCHA_PROVIDER is turnstile.',
  );
  expect(() =>
    readSettings({ ...TURNSTILE, CAPTCHA_PROVIDER: 'friendlycaptcha', CAPTCHA_SCRIPT_URL: 'https://cdn.test/a.js' }),
  ).toThrow('CAPTCHA_SCRIPT_URL must be empty when CAPTCHA_PROVIDER is friendlycaptcha');
});
