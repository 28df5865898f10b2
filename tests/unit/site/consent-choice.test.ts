import { expect, test, vi } from 'vitest';
import { acceptCategory, isCategoryAccepted, onConsentChoice } from '../../../src/site/consent-choice.ts';

test('in a browser that blocks cookies, a category is added to those that were accepted before', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  const requested: unknown[] = [];
  addEventListener('accept-category', ({ detail }) => requested.push(detail));
  onConsentChoice(() => undefined);
  acceptCategory('captcha');
  page.dispatchEvent(new CustomEvent('cc:onConsent', { detail: { cookie: { categories: ['necessary', 'captcha'] } } }));
  expect(isCategoryAccepted('captcha')).toBe(true);
  acceptCategory('videos');

  expect(requested).toEqual([
    ['necessary', 'captcha'],
    ['necessary', 'captcha', 'videos'],
  ]);
});
