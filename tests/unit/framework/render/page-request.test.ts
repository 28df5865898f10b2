import { expect, test } from 'vitest';
import {
  hasUnboundedParameters,
  toCacheKey,
  toPageRequest,
  toRenderUrl,
} from '../../../../src/framework/render/page-request.ts';

const parse = (target: string) => {
  const { pathname, search } = new URL(target, 'http://host');
  return toPageRequest(pathname, search);
};

test.each([
  ['/', { kind: 'document', path: '/', query: '' }],
  ['/news?page=2', { kind: 'document', path: '/news', query: 'page=2' }],
  ['/RSC/R/_root.txt', { kind: 'payload', path: '/', query: '' }],
  ['/RSC/R/news.txt?query=page%3D2', { kind: 'payload', path: '/news', query: 'page=2' }],
  ['/_payload.json', { kind: 'content', path: '/', query: '' }],
  ['/events/oslo/_payload.json?x=1', { kind: 'content', path: '/events/oslo', query: '' }],
])('%s is a request for a page', (target, request) => {
  expect(parse(target)).toEqual(request);
});

test.each(['/RSC/F/a/b.txt', '/RSC/other', '/assets/a.js', '/payloads/abcdefghijklmnop.txt'])(
  '%s belongs to no page',
  (target) => {
    expect(parse(target)).toBeNull();
  },
);

test.each([
  '/',
  '/news?page=2',
  '/RSC/R/_root.txt',
  '/RSC/R/news.txt?query=page%3D2',
  '/_payload.json',
  '/a/_payload.json',
])('the cache key of the canonical URL %s is the URL itself', (target) => {
  const request = parse(target);
  expect(request && toCacheKey(request, { trailingSlash: false })).toBe(target);
});

test('with trailing slashes, the key of a document has one, unless the path has an extension', () => {
  const keyOf = (path: string) => toCacheKey({ kind: 'document', path, query: 'a=1' }, { trailingSlash: true });
  expect(keyOf('/')).toBe('/?a=1');
  expect(keyOf('/news')).toBe('/news/?a=1');
  expect(keyOf('/agb.php')).toBe('/agb.php?a=1');
});

test('Waku is asked for documents without a trailing slash, and for payloads at their own URL', () => {
  expect(toRenderUrl({ kind: 'document', path: '/news', query: 'page=2' })).toBe('/news?page=2');
  expect(toRenderUrl({ kind: 'payload', path: '/news', query: '' })).toBe('/RSC/R/news.txt');
});

test('a query is unbounded if it has a parameter that bypasses the cache', () => {
  const parameters = { page: 'cache', q: 'bypass' } as const;
  expect(hasUnboundedParameters('page=2', parameters)).toBe(false);
  expect(hasUnboundedParameters('page=2&q=x', parameters)).toBe(true);
  expect(hasUnboundedParameters('q=x')).toBe(false);
});
