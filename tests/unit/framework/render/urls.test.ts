import { expect, test } from 'vitest';
import type { PageRequest } from '../../../../src/framework/context.ts';
import {
  parseActionUrl,
  parseRouterUrl,
  parseStoredPayloadUrl,
  toPageUrl,
  toPayloadUrl,
  toStoredPayloadUrl,
} from '../../../../src/framework/render/urls.ts';

const parse = (target: string) => {
  const { pathname, search } = new URL(target, 'http://host');
  return parseRouterUrl(pathname, search);
};

test.each([
  ['/', '', '/RSC/R/_root.txt'],
  ['/events/oslo', '', '/RSC/R/events/oslo.txt'],
  ['/_blocks', '', '/RSC/R/__blocks.txt'],
  ['/parked_', '', '/RSC/R/parked__.txt'],
  ['/agb.php', '', '/RSC/R/agb.php.txt'],
  ['/news', 'category=a+b&page=2', '/RSC/R/news.txt?query=category%3Da%2Bb%26page%3D2'],
])('the payload of %s with the query "%s" is at %s', (path, query, url) => {
  expect(toPayloadUrl(path, query)).toBe(url);
  expect(parse(url)?.page).toEqual({ kind: 'payload', path, query });
});

test.each([
  ['/RSC/R/faq', { kind: 'payload', page: null }],
  ['/RSC/', { kind: 'payload', page: null }],
  ['/payloads/abcdefghijklmnop.txt', { kind: 'payload', page: null }],
  ['/RSC/F/abc/send.txt', { kind: 'action', page: null }],
  ['/_payload.json', { kind: 'payload', page: { kind: 'content', path: '/', query: '' } }],
  ['/events/oslo/_payload.json?x=1', { kind: 'payload', page: { kind: 'content', path: '/events/oslo', query: '' } }],
  ['/', null],
  ['/rsc', null],
  ['/news?page=2', null],
])('as a URL of the router %s is %j', (target, parsed) => {
  expect(parse(target)).toEqual(parsed);
});

test('the document, the payload and the content of a page have different URLs, without a trailing slash', () => {
  expect(toPayloadUrl('/faq/', '')).toBe('/RSC/R/faq.txt');
  const urlsOf = (path: string, query: string) =>
    (['document', 'payload', 'content'] as const).map((kind) => toPageUrl({ kind, path, query } satisfies PageRequest));

  expect(urlsOf('/', '')).toEqual(['/', '/RSC/R/_root.txt', '/_payload.json']);
  expect(urlsOf('/news', 'page=2')).toEqual(['/news?page=2', '/RSC/R/news.txt?query=page%3D2', '/news/_payload.json']);
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
