/** What is no page, or does something when it is asked for. */
const NO_PAGES = ['/api/*', '/assets/*', '/builds/*', '/media/*', '/og/*', '/*.ics', '/*.xml', '/*.txt', '/*.json'];
/** Links that lead elsewhere or to a picture; and all links once the router follows them, which fetches less. */
const NOT_FOLLOWED = '[target], [download], [rel~="nofollow"], [data-gallery-item], html[data-hydrated] a';

const toRule = (eagerness: 'moderate' | 'conservative', links: string) =>
  ({
    where: {
      and: [
        { href_matches: '/*' },
        { selector_matches: links },
        { not: { href_matches: NO_PAGES } },
        { not: { selector_matches: NOT_FOLLOWED } },
      ],
    },
    eagerness,
  }) as const;

/**
 * Lets the browser prepare the page behind a link that somebody points at or presses, so that it is there at the click
 * without React. By itself the browser takes 200 ms of pointing for an intent ("moderate"). Nothing is prepared that nobody
 * points at.
 *
 * https://wicg.github.io/nav-speculation/speculation-rules.html
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [toRule('moderate', 'a'), toRule('conservative', '[data-pointed]')],
});
