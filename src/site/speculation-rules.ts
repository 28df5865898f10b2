/** URLs that are no pages, or have an effect when they are requested. */
const NO_PAGES = ['/api/*', '/assets/*', '/builds/*', '/media/*', '/og/*', '/*.ics', '/*.xml', '/*.txt', '/*.json'];
/** Links to elsewhere or to a picture; and all links once React is there, whose router prefetches less than a document. */
const NOT_FOLLOWED = '[target], [download], [rel~="nofollow"], [data-gallery-item], html[data-hydrated] a';

/**
 * Lets the browser prerender the page behind a link, so that it is there at the click without React. With the eagerness
 * "moderate" Chromium does so after the pointer has rested on the link for 200 ms, or when it is pressed.
 *
 * https://wicg.github.io/nav-speculation/speculation-rules.html
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NO_PAGES } }, { not: { selector_matches: NOT_FOLLOWED } }],
      },
      eagerness: 'moderate',
    },
  ],
});
