import { expect, test } from 'vitest';
import { readConsent } from '../../../src/site/consent.ts';

const cookie = (record: unknown) => `a=b; cc_cookie=${encodeURIComponent(JSON.stringify(record))}`;
const record = {
  consentId: 'x',
  consentTimestamp: '2026-11-20T10:00:00.000Z',
  lastConsentTimestamp: '2026-11-20T10:00:00.000Z',
  categories: ['necessary', 'captcha'],
};

test('the server reads what was accepted, and knows no category that the site does not have', () => {
  expect(readConsent(cookie(record))).toEqual({ hasChosen: true, categories: ['necessary', 'captcha'] });
  expect(readConsent(cookie({ ...record, categories: ['marketing', 7] }))).toEqual({
    hasChosen: true,
    categories: ['necessary'],
  });
});

test.each([
  null,
  '',
  'cc_cookie=',
  'cc_cookie=%7B',
  'cc_cookie=%E0%A4%A',
  cookie(null),
  cookie({ ...record, consentId: 1 }),
])('of "%s" the server takes that nothing was chosen', (cookies) => {
  expect(readConsent(cookies)).toEqual({ hasChosen: false, categories: ['necessary'] });
});
