type LeftOut = {
  readonly reason: string;
  /** Parts of full test names: Playwright joins the names of file, describe blocks and test with spaces. */
  readonly tests: readonly string[];
};

/** Parts of the names of tests that need reduced motion. These run in a project whose Firefox preferences enable reduced motion. */
export const REDUCED_MOTION: readonly string[] = [
  'the tab order of',
  'the cookie banner covers no focused element',
  'going back from an anchor on the same page',
  'does not animate with reduced motion',
  'input before hydration is saved in the draft',
  'each step is checked, none loses its input',
];

/** The tests of tests/e2e that cannot run in Firefox ESR, which Playwright drives over WebDriver BiDi. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    reason: 'Needs a colour scheme, forced colours or print, which Firefox ESR 153 cannot emulate.',
    tests: ['every-page.test.ts', 'states.test.ts', 'print.test.ts', 'user-preferences.test.ts'],
  },
  {
    reason: 'Downloads a file that the page itself makes, which Playwright does not report over BiDi.',
    tests: ['the report can be downloaded as a CSV file', 'results in place can be downloaded'],
  },
  {
    reason: 'Returns to a page in the back/forward cache, which Playwright does not notice over BiDi.',
    tests: [
      'is left as a document, and the browser restores it',
      'the list is still there after Back',
      'after Back the records are those of what was typed',
    ],
  },
  {
    reason: 'Uses the DevTools protocol of Chromium.',
    tests: ['a pinch gesture zooms'],
  },
  {
    reason: 'Says which click of a double click it sends, which Playwright does not do over BiDi.',
    tests: [
      'shows a double-clicked image in the size of the window',
      'closes by a double click beside the image',
      'the second click of a double click on a choice',
    ],
  },
  {
    reason: 'Reads the bodies or the sizes of requests, which Playwright does not get over BiDi.',
    tests: ['page-weight.test.ts'],
  },
  {
    reason: 'Changes the URL of an intercepted request, which Playwright cannot do over BiDi.',
    tests: ['is hydrated from a payload that is rendered again'],
  },
  {
    reason: 'Switches reduced motion during the test, which Firefox ESR 153 cannot emulate.',
    tests: ['stacked cards but the one in view are dimmed'],
  },
  {
    reason: 'Firefox rounds the scroll position to another pixel.',
    tests: ['#faq-130 scrolls to its target', '/#testimonials scrolls to its target'],
  },
  {
    reason: 'Firefox does not scroll to a focused element if one of its edges is in the window.',
    tests: ['the tab order of /faq'],
  },
];
