import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isActionUrl,
  isRscUrl,
  isStoredPayloadUrl,
  parseActionUrl,
  parsePayloadUrl,
  parseStoredPayloadUrl,
  toPayloadUrl,
  toStoredPayloadUrl,
} from '../../../../src/framework/render/waku-urls.ts';

test.each([
  ['/', '', '/RSC/R/_root.txt'],
  ['/faq', '', '/RSC/R/faq.txt'],
  ['/events/oslo', '', '/RSC/R/events/oslo.txt'],
  ['/_blocks', '', '/RSC/R/__blocks.txt'],
  ['/parked_', '', '/RSC/R/parked__.txt'],
  ['/agb.php', '', '/RSC/R/agb.php.txt'],
  ['/news', 'category=a+b&page=2', '/RSC/R/news.txt?query=category%3Da%2Bb%26page%3D2'],
])('the payload of %s with the query "%s" is at %s', (path, query, url) => {
  expect(toPayloadUrl(path, query)).toBe(url);
  const { pathname, search } = new URL(url, 'http://host');
  expect(parsePayloadUrl(pathname, search)).toEqual({ path, query });
});

test('the URL of a payload does not depend on a trailing slash of the page', () => {
  expect(toPayloadUrl('/faq/', '')).toBe('/RSC/R/faq.txt');
});

test('parsing reverses building for every path and query', () => {
  const segment = fc.stringMatching(/^[\w.~-]{1,8}$/).filter((text) => !/^\.+$/.test(text) && text !== '_root');
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), fc.string(), (segments, text) => {
      const path = `/${segments.join('/')}`;
      const query = new URLSearchParams({ q: text }).toString();
      const { pathname, search } = new URL(toPayloadUrl(path, query), 'http://host');
      expect(parsePayloadUrl(pathname, search)).toEqual({ path, query });
    }),
  );
});

test.each(['/RSC/R/.txt', '/RSC/R/faq', '/RSC/F/abc/send.txt', '/RSC/other.txt', '/faq', '/payloads/abc.txt'])(
  '%s is not the payload of a page',
  (pathname) => {
    expect(parsePayloadUrl(pathname, '')).toBeNull();
  },
);

test('the id of an action is read from its URL', () => {
  expect(parseActionUrl('/RSC/F/847a2b1045ef/sendContact.txt')).toBe('847a2b1045ef#sendContact');
});

test.each([
  '/RSC/F/send.txt',
  '/RSC/F/a/b/send.txt',
  '/RSC/F/a/1send.txt',
  '/RSC/F/a%2Fb/send.txt',
  `/RSC/F/${'a'.repeat(201)}/send.txt`,
  `/RSC/F/a/${'b'.repeat(101)}.txt`,
  '/RSC/R/faq.txt',
])('%s calls no action', (pathname) => {
  expect(parseActionUrl(pathname)).toBeNull();
});

test('the version of a stored payload is read from its URL', () => {
  expect(parseStoredPayloadUrl(toStoredPayloadUrl('abcDEF0123_-4567'))).toBe('abcDEF0123_-4567');
  expect(parseStoredPayloadUrl('/payloads/short.txt')).toBeNull();
  expect(parseStoredPayloadUrl('/payloads/abcDEF0123_-4567')).toBeNull();
});

test('the kind of a URL is recognized by its prefix, even if the rest is malformed', () => {
  expect(['/RSC/R/faq.txt', '/RSC/F/a/b.txt', '/RSC/'].every(isRscUrl)).toBe(true);
  expect(['/rsc', '/faq', '/payloads/a.txt'].some(isRscUrl)).toBe(false);
  expect([isActionUrl('/RSC/F/x'), isActionUrl('/RSC/R/x.txt')]).toEqual([true, false]);
  expect([isStoredPayloadUrl('/payloads/x'), isStoredPayloadUrl('/faq')]).toEqual([true, false]);
});
