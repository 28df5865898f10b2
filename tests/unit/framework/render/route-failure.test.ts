import { beforeEach, expect, test, vi } from 'vitest';
import {
  currentPath,
  currentRouteFailure,
  getRouteFailure,
  pageNotFound,
  rejectRoute,
} from '../../../../src/framework/render/route-failure.ts';

const waku = vi.hoisted(() => ({ request: new Request('http://host/') }));

// Waku's own modules exist only within its build.
vi.mock('../../../../src/framework/render/waku.ts', () => ({
  getRequest: () => waku.request,
  notFound: () => {
    throw new Error('signal');
  },
}));

const setRequest = (path: string): void => {
  waku.request = new Request(`http://host${path}`);
};

beforeEach(() => setRequest('/'));

test.each([
  ['/a/b?x=1', '/a/b?x=1'],
  ['/RSC/R/a/b.txt?query=x%3D1', '/a/b?x=1'],
  ['/RSC/R/_root.txt', '/'],
])('the message for %s names %s', (url, path) => {
  setRequest(url);
  expect(() => pageNotFound()).toThrow('signal');

  expect(getRouteFailure(waku.request)).toEqual({ statusCode: 404, message: `Page not found: ${path}` });
});

test('a rejected route is not found, or fails with the status that validateRoute returned', () => {
  setRequest('/a');
  expect(() => rejectRoute(false)).toThrow('signal');
  expect(currentRouteFailure()).toEqual({ statusCode: 404, message: 'Page Not Found: /a' });

  const failure = { statusCode: 410, message: 'Gone' };
  expect(() => rejectRoute(failure)).toThrow('signal');
  expect(currentRouteFailure()).toEqual(failure);
});

test('a request without a recorded failure fails as not found', () => {
  setRequest('/nothing');

  expect(getRouteFailure(waku.request)).toBeNull();
  expect(currentRouteFailure()).toEqual({ statusCode: 404, message: 'Page not found: /nothing' });
});

test.each(['/faq?q=a', '/RSC/R/faq.txt?query=q%3Da'])('the current path of %s is that of its page', (url) => {
  setRequest(url);

  expect(currentPath()).toBe('/faq');
});
