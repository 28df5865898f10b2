import { expect, test } from 'vitest';
import { toSummary, toSummaryCookie } from '../../../../src/features/cookie-consent/consent-record.ts';
import { acceptedCategories } from '../../../../src/site/consent.ts';

const record = { categories: ['necessary'], revision: 0, services: { necessary: [], captcha: [] } };
const cookie = (value: unknown) => `cc_cookie=${encodeURIComponent(JSON.stringify(value))}`;

test('a record with categories is a valid choice, at any position in the cookie header', () => {
  expect(acceptedCategories(cookie(record))).toEqual(['necessary']);
  expect(acceptedCategories(`a=b; ${cookie(record)}; c=d`)).toEqual(['necessary']);
});

test.each([
  ['no cookie', ''],
  ['a cookie whose name ends with cc_cookie', `not_${cookie(record)}`],
  ['text that is not JSON', 'cc_cookie=%7Bbroken'],
  ['a list', cookie([])],
  ['categories that are not a list', cookie({ ...record, categories: 'captcha' })],
])('%s is not a valid choice', (_, cookies) => {
  expect(acceptedCategories(cookies)).toBe(null);
});

const preferences = {
  acceptType: 'all' as const,
  acceptedCategories: ['necessary', 'captcha'],
  rejectedCategories: [],
  acceptedServices: { necessary: [], captcha: ['turnstile'] },
  rejectedServices: { necessary: [], captcha: [] },
};

test('the summary has five fields, and services are flat lists', () => {
  expect(toSummary(preferences)).toEqual({
    acceptType: 'all',
    acceptedCategories: ['necessary', 'captcha'],
    rejectedCategories: [],
    acceptedServices: ['turnstile'],
    rejectedServices: [],
  });
});

test('the summary cookie lasts a year and is Secure on an HTTPS page', () => {
  expect(toSummaryCookie(preferences, false)).toMatch(
    /^cookies_consent=%7B.*; Path=\/; Max-Age=31536000; SameSite=Lax$/,
  );
  expect(toSummaryCookie(preferences, true)).toMatch(/; Secure$/);
});
