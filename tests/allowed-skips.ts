export type AllowedSkip = {
  /** The end of the test's name as the summary prints it. */
  readonly test: string;
  readonly reason: string;
};

/**
 * The tests that may be skipped in CI; any other skipped test fails `.ci/run`. A missing tool is not a valid reason, because
 * `.ci/run` installs Redis, PHP and Java, and reports what it could not install.
 */
export const ALLOWED_SKIPS: readonly AllowedSkip[] = [];
