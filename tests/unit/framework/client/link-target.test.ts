import { expect, test } from 'vitest';
import { findLinkTarget } from '../../../../src/framework/client/link-target.ts';

const here = new URL('https://lotmark.example/faq?q=a#faq-1');
const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false };
const link = (href: string, attributes: Record<string, string> = {}) => ({
  href: URL.canParse(href, here) ? new URL(href, here).href : href,
  target: attributes.target ?? '',
  rel: attributes.rel ?? '',
  hasAttribute: (name: string) => name in attributes,
});

test.each(['/news', '/news?page=2', '/RSOC-for-domains-application', '/agb.php', '/faq', '/events/oslo#people', '/'])(
  '%s is a page that the router may go to',
  (href) => {
    expect(findLinkTarget(link(href), plain, here)?.href).toBe(new URL(href, here).href);
  },
);

test.each([
  ['another host', 'https://elsewhere.example/faq', {}],
  ['a mail address', 'mailto:a@b.example', {}],
  ['a file', '/events/oslo.ics', {}],
  ['a feed', '/news/feed.xml', {}],
  ['a new tab', '/news', { target: '_blank' }],
  ['a download', '/news', { download: '' }],
  ['a place on this page', '/faq?q=a#faq-2', {}],
  ['no address', 'http://[', {}],
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
