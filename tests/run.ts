import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { provideBrowser } from './browser.ts';

/**
 * Runs every check and test of the project. The last lines name what failed, and why, then
 * `{n} passed, {n} failed, {n} skipped`.
 */
type Result = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line or more for each test that failed. */
  readonly failures: readonly string[];
};

const VitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
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
  .transform(({ numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded fails without a failing test in it.
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    skipped: numPendingTests,
    failures: testResults.flatMap(({ name, message, assertionResults }) => {
      const file = path.relative('.', name);
      const ofTests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${failureMessages.join('\n')}`);
      return message === '' ? ofTests : [...ofTests, `${file}\n${message}`];
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

const PlaywrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
    suites: z.array(Suite),
    errors: z.array(z.object({ message: z.string().default('') })).default([]),
  })
  .transform(({ stats, suites, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...specsIn(suites).flatMap(({ title, file, line, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ projectName, results }) => {
            const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
            return `[${projectName}] ${file}:${line} › ${title}\n${messages.join('\n')}`;
          }),
      ),
      ...errors.map(({ message }) => message),
    ],
  }));

/** For the reports, and for whatever the tests put into the temporary directory: gone at the end. */
const workshop = mkdtempSync(path.join(tmpdir(), 'tests-'));
const failedAs = (failure: string): Result => ({ passed: 0, failed: 1, skipped: 0, failures: [failure] });

const run = (
  title: string,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): boolean => {
  console.log(`\n## ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: workshop, ...environment },
  });
  return status === 0;
};

const check = (title: string, command: string, args: readonly string[]): Result =>
  run(title, command, args) ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failedAs(`${title}: see above`);

const readReport = (title: string, file: string, schema: z.ZodType<Result>, isGreen: boolean): Result => {
  try {
    const result = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (isGreen || result.failed > 0) return result;
    return { ...result, failed: 1, failures: [...result.failures, `${title}: ended with an error, see above`] };
  } catch (error) {
    return failedAs(`${title}: no report that can be read. ${error instanceof Error ? error.message : error}`);
  }
};

const vitest = (): Result => {
  const title = 'Units, faults, contracts';
  const file = path.join(workshop, 'vitest.json');
  const isGreen = run(title, 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return readReport(title, file, VitestReport, isGreen);
};

const playwright = (): Result => {
  const title = 'Browser';
  const file = path.join(workshop, 'playwright.json');
  try {
    const isGreen = run(title, 'playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: provideBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    return readReport(title, file, PlaywrightReport, isGreen);
  } catch (error) {
    return failedAs(`${title}: ${error instanceof Error ? error.message : error}`);
  }
};

const steps: readonly (() => Result)[] = [
  () => check('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  () => check('Types', 'tsc', ['--noEmit', '-p', '.']),
  () => check('Build', 'node', ['src/framework/build/build.ts']),
  vitest,
  playwright,
];

const results = steps.map((step) => step());
rmSync(workshop, { recursive: true, force: true });
const sum = (count: (result: Result) => number): number => results.reduce((total, result) => total + count(result), 0);
const [passed, failed, skipped] = [sum((of) => of.passed), sum((of) => of.failed), sum((of) => of.skipped)];

for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
