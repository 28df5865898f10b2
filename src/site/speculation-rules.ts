/** What is no page, or does something when it is asked for. */
const NO_PAGES = ['/api/*', '/assets/*', '/builds/*', '/media/*', '/og/*', '/*.ics', '/*.xml', '/*.txt', '/*.json'];
/** Links that lead elsewhere or to a picture; and all links once the router follows them, which fetches less. */
const NOT_FOLLOWED = '[target], [download], [rel~="nofollow"], [data-gallery-item], html[data-hydrated] a';

/**
 * Lets the browser prepare the page behind a link that somebody points at for 200 ms or presses ("moderate"), so that it is
 * there at the click without any script of ours. Nothing is prepared that nobody points at.
 *
 * https://wicg.github.io/nav-speculation/speculation-rules.html
 */
export const speculationRules = {
  prerender: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NO_PAGES } }, { not: { selector_matches: NOT_FOLLOWED } }],
      },
      eagerness: 'moderate',
    },
  ],
} as const;
