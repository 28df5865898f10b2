type LeftOut = {
  readonly reason: string;
  /** Parts of the names of files or tests. */
  readonly tests: readonly string[];
};

/** The tests of tests/e2e that cannot run in Firefox ESR, which Playwright drives over WebDriver BiDi. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    reason: 'Needs a colour scheme, reduced motion, forced colours or print, which Firefox ESR 153 cannot emulate.',
    tests: [
      'accessibility.test.ts',
      'print.test.ts',
      'user-preferences.test.ts',
      'no card is dimmed with reduced motion',
      'is off with reduced motion',
      'with reduced motion there is no view transition',
      'with reduced motion a navigation scrolls to the top without animation',
      'is accessible in the dark theme',
    ],
  },
  {
    reason: 'Drives Chromium itself.',
    tests: ['lighthouse.test.ts'],
  },
  {
    reason: 'Reads the bodies or the sizes of requests, which Playwright does not know over BiDi.',
    tests: ['page-weight.test.ts'],
  },
];
