import path from 'node:path';
import { z } from 'zod';

/** The result of one check or test runner. */
export type Result = {
  readonly passed: number;
  readonly failed: number;
  /** The names of the skipped tests. */
  readonly skips: readonly string[];
  /** The name and the error messages of each failed test, and the command that runs it alone. */
  readonly failures: readonly string[];
};

const VitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numFailedTestSuites: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
        ),
      }),
    ),
  })
  .transform(({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded has no failed test, but counts as a failed suite.
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    skips: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => `${path.relative('.', name)} › ${fullName}`),
    ),
    failures: testResults.flatMap(({ name, message, assertionResults }) => {
      const file = path.relative('.', name);
      const failedTests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => {
          const pattern = JSON.stringify(fullName.replaceAll(/[\\^$.*+?()[\]{}|]/g, '.'));
          return `${file} › ${fullName}\n${failureMessages.join('\n')}\nAlone: npx vitest run ${file} -t ${pattern}`;
        });
      return message === '' ? failedTests : [...failedTests, `${file}\n${message}`];
    }),
  }));

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })).default([]) })),
    }),
  ),
});

const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});

const specsIn = (suites: readonly z.output<typeof Suite>[]): z.output<typeof Spec>[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsIn(inner)]);

const playwrightReport = (script: string) =>
  z
    .object({
      stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
      suites: z.array(Suite),
      errors: z.array(z.object({ message: z.string().default('') })).default([]),
    })
    .transform(({ stats, suites, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skips: specsIn(suites).flatMap(({ title, file, tests }) =>
        tests
          .filter(({ status }) => status === 'skipped')
          .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
      ),
      failures: [
        ...specsIn(suites).flatMap(({ title, file, line, tests }) =>
          tests
            .filter(({ status }) => status === 'unexpected' || status === 'flaky')
            .map(({ projectName, results }) => {
              const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
              const alone = `npm run ${script} -- ${file}:${line} --project=${projectName}`;
              return `[${projectName}] ${file}:${line} › ${title}\n${messages.join('\n')}\nAlone: ${alone}`;
            }),
        ),
        ...errors.map(({ message }) => message),
      ],
    }));

/** @throws {Error} when the report has an unexpected shape. */
export const readVitestReport = (report: unknown): Result => VitestReport.parse(report);
/** `script` is the npm script that wrote the report. */
export const readPlaywrightReport = (report: unknown, script: string): Result => playwrightReport(script).parse(report);
