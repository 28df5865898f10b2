import { ensurePhp, PhpUnavailable } from '../../wordpress/runner/php.ts';

/** Why tests with a real WordPress cannot run here; null if they can. Installs PHP where that is possible. */
export const phpProblem: string | null = await ensurePhp(() => undefined).then(
  () => null,
  (error: unknown) => {
    if (error instanceof PhpUnavailable) return error.message;
    throw error;
  },
);

/** The title of a group of tests with a real WordPress, which says why they are skipped. */
export const withPhpProblem = (title: string): string =>
  phpProblem === null ? title : `${title}, skipped: ${phpProblem}`;
