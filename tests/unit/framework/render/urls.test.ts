import { expect, test } from 'vitest';
import {
  parseActionUrl,
  parseRouterUrl,
  parseStoredPayloadUrl,
  toPageUrl,
  toPayloadUrl,
  toStoredPayloadUrl,
} from '../../../../src/framework/render/urls.ts';

test.each([
  ['/', '', '/RSC/R/_root.txt'],
  ['/events/oslo', '', '/RSC/R/events/oslo.txt'],
  ['/_blocks', '', '/RSC/R/__blocks.txt'],
  ['/parked_', '', '/RSC/R/parked__.txt'],
  ['/agb.php', '', '/RSC/R/agb.php.txt'],
  ['/news', 'category=a+b&page=2', '/RSC/R/news.txt?query=category%3Da%2Bb%26page%3D2'],
])('the payload of %s with the query "%s" is at %s', (path, query, url) => {
  expect(toPayloadUrl(path, query)).toBe(url);
  const { pathname, search } = new URL(url, 'http://host');
  expect(parseRouterUrl(pathname, search)?.page).toEqual({ kind: 'payload', path, query });
});

test('no URL of a page has a trailing slash or an empty segment', () => {
  expect(toPayloadUrl('/faq/', '')).toBe('/RSC/R/faq.txt');
  expect(toPageUrl({ kind: 'content', path: '/', query: '' })).toBe('/_payload.json');
});

test('the id of an action and the version of a stored payload are read from their URLs', () => {
  expect(parseActionUrl('/RSC/F/847a2b1045ef/sendContact.txt')).toBe('847a2b1045ef#sendContact');
  expect(parseStoredPayloadUrl(toStoredPayloadUrl('abcDEF0123_-4567'))).toBe('abcDEF0123_-4567');
  expect(parseStoredPayloadUrl('/payloads/short.txt')).toBeNull();
  expect(parseStoredPayloadUrl('/payloads/abcDEF0123_-4567')).toBeNull();
});

test.each([
  '/RSC/F/send.txt',
  '/RSC/F/a/1send.txt',
  '/RSC/F/a%2Fb/send.txt',
  `/RSC/F/${'a'.repeat(201)}/send.txt`,
  `/RSC/F/a/${'b'.repeat(101)}.txt`,
])('%s calls no action', (pathname) => {
  expect(parseActionUrl(pathname)).toBeNull();
});
