import { expect, test, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../../../../src/framework/middleware/request-headers.ts';
import {
  currentClient,
  getSubmittedValues,
  isNavigationRender,
  renderForNavigation,
  seeOther,
  setSubmittedValues,
} from '../../../../src/framework/render/request-state.ts';

const waku = vi.hoisted(() => ({ request: new Request('http://host/') }));

// Waku's own modules exist only within its build.
vi.mock('../../../../src/framework/render/waku.ts', () => ({
  getRequest: () => waku.request,
  redirect: (path: string, status: number) => {
    throw new Error(`${status} ${path}`);
  },
}));

test('an action knows the address of its client', () => {
  waku.request = new Request('http://host/contact', {
    headers: { [CLIENT_ADDRESS_HEADER]: '192.0.2.1' },
  });

  expect(currentClient()).toEqual({ address: '192.0.2.1' });
});

test('seeOther ends an action with a 303 redirect', () => {
  expect(() => seeOther('/contact?sent=1')).toThrow('303 /contact?sent=1');
});

test('submitted values belong to the request that submitted them', () => {
  waku.request = new Request('http://host/contact');
  setSubmittedValues({ email: 'a@example.com' });
  expect(getSubmittedValues()).toEqual({ email: 'a@example.com' });

  waku.request = new Request('http://host/contact');
  expect(getSubmittedValues()).toBeNull();
});

test('a render knows whether it is for a navigation or a document', async () => {
  expect(isNavigationRender()).toBe(false);
  expect(await renderForNavigation(async () => isNavigationRender())).toBe(true);
});
