/** URLs that are not pages, or that have side effects. */
const NON_PAGES = [
  '/api/*',
  '/assets/*',
  '/builds/*',
  '/files/*',
  '/media/*',
  '/og/*',
  '/*.ics',
  '/*.xml',
  '/*.txt',
  '/*.json',
];
/**
 * Links that are not prerendered: those with a target, downloads, `nofollow` links and images of galleries; after
 * hydration all links, because the router then prefetches payloads instead.
 */
const EXCLUDED = '[target], [download], [rel~="nofollow"], [data-gallery-item], html[data-hydrated] a';

/**
 * Lets the browser prerender linked pages, so that navigation is instant before React has loaded. With the eagerness "moderate"
 * Chromium prerenders when the pointer has rested on a link for 200 ms, or when it is pressed.
 *
 * https://wicg.github.io/nav-speculation/speculation-rules.html
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NON_PAGES } }, { not: { selector_matches: EXCLUDED } }],
      },
      eagerness: 'moderate',
    },
  ],
});
