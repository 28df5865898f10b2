import { expect, test } from 'vitest';
import { readSettings } from '../../src/env.ts';

test('with no setting at all the site runs on the defaults', () => {
  expect(readSettings({})).toMatchObject({
    HOST: '0.0.0.0',
    PORT: 8080,
    SITE_URL: 'http://localhost:8080',
    SITE_NAME: 'Freehold',
    SITE_TITLE_SEPARATOR: '|',
    SITE_TRAILING_SLASH: false,
    CMS_URL: null,
    CMS_TIMEOUT_MS: 2000,
    CMS_TTL_S: 60,
  });
});

test('the site is indexable in production only, unless it is said', () => {
  expect(readSettings({}).SITE_INDEXABLE).toBe(false);
  expect(readSettings({ SITE_INDEXABLE: 'true' }).SITE_INDEXABLE).toBe(true);
});

test('the address of the site follows the port, and loses a trailing slash', () => {
  expect(readSettings({ PORT: '9000' }).SITE_URL).toBe('http://localhost:9000');
  expect(readSettings({ SITE_URL: 'https://example.org/' }).SITE_URL).toBe('https://example.org');
});

test('the address of the site is a host and nothing below it', () => {
  for (const address of ['https://example.org:8443', 'http://[::1]:80', 'https://müller.example']) {
    expect(readSettings({ SITE_URL: address }).SITE_URL).toBe(address);
  }
  for (const address of ['https://example.org/site', 'https://example.org?a', 'https://u:p@example.org', 'x#y']) {
    expect(() => readSettings({ SITE_URL: address }), address).toThrow('SITE_URL must be');
  }
});

test('a password in a wrong address is not told', () => {
  const read = () => readSettings({ CMS_URL: 'htps://editor:topsecret@cms.example' });

  expect(read).toThrow('CMS_URL must be an http or https URL, but is "htps://…@cms.example".');
});

test('an empty setting counts as none', () => {
  expect(readSettings({ CMS_URL: '', PORT: ' ' })).toMatchObject({ CMS_URL: null, PORT: 8080 });
});

test('the icon API is the public one, unless it is said that there is none', () => {
  expect(readSettings({}).ICON_API_URL).toBe('https://api.iconify.design');
  expect(readSettings({ ICON_API_URL: '' }).ICON_API_URL).toBeNull();
  expect(readSettings({ ICON_API_URL: 'http://icons.internal/' }).ICON_API_URL).toBe('http://icons.internal');
});

test('each wrong setting is named in one sentence', () => {
  const read = () =>
    readSettings({
      PORT: 'eighty',
      CMS_URL: 'ftp://cms',
      SITE_INDEXABLE: 'maybe',
      SUPPORT_EMAIL: 'nobody',
      LOG_LEVEL: 'loud',
    });

  expect(read).toThrow('PORT must be a whole number from 1 to 65535, but is "eighty".');
  expect(read).toThrow('CMS_URL must be an http or https URL, but is "ftp://cms".');
  expect(read).toThrow('SITE_INDEXABLE must be true or false, but is "maybe".');
  expect(read).toThrow('SUPPORT_EMAIL must be an e-mail address.');
  expect(read).toThrow('LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.');
});
