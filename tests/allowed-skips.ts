/** A test that may be skipped: the end of its name as the summary prints it, and the reason in a sentence. */
export type AllowedSkip = { readonly test: string; readonly reason: string };

/**
 * The tests that may be skipped in CI. Any other skipped test fails `.ci/run`, because what it claims was not checked. That a tool
 * is not installed is no reason: `.ci/run` installs Redis, PHP and Java, and says so where it may not.
 */
export const ALLOWED_SKIPS: readonly AllowedSkip[] = [];
