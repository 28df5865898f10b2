import { expect, test } from 'vitest';
import { findLinkTarget } from '../../../../../src/framework/client/components/link-target.ts';

const here = new URL('https://lotmark.example/faq?q=a#faq-1');
const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false };
const link = (href: string, attributes: Record<string, string> = {}) => ({
  href: URL.canParse(href, here) ? new URL(href, here).href : href,
  target: attributes.target ?? '',
  rel: attributes.rel ?? '',
  hasAttribute: (name: string) => name in attributes,
});

test.each(['/', '/news?page=2', '/agb.php', '/faq', '/events/oslo#people', '/faq?q=a#faq-2'])(
  'a link to %s leads to a page of the site or an anchor on the same page',
  (href) => {
    expect(findLinkTarget(link(href), plain, here)?.href).toBe(new URL(href, here).href);
  },
);

test.each([
  ['another origin', 'https://elsewhere.example/faq', {}],
  ['an email address', 'mailto:a@b.example', {}],
  ['a file', '/events/oslo.ics', {}],
  ['a new tab', '/news', { target: '_blank' }],
  ['a download', '/news', { download: '' }],
  ['the same page without an anchor', '/faq?q=a', {}],
  ['an invalid URL', 'http://[', {}],
])('%s is left to the browser', (_, href, attributes) => {
  expect(findLinkTarget(link(href, attributes), plain, here)).toBeNull();
});

test.each([
  { button: 1 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
  { defaultPrevented: true },
])('a click with %o is left to the browser', (change) => {
  expect(findLinkTarget(link('/news'), { ...plain, ...change }, here)).toBeNull();
});
