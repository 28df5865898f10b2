import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { provideBrowser } from './browser.ts';

/** Runs every check and test of the project and ends with one line: `{n} passed, {n} failed, {n} skipped`. */
type Count = { readonly passed: number; readonly failed: number; readonly skipped: number };

const VitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numFailedTestSuites: z.number(),
  })
  .transform(({ numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded fails without a failing test in it.
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    skipped: numPendingTests,
  }));

const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }) })
  .transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));

const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'));
const FAILED: Count = { passed: 0, failed: 1, skipped: 0 };

const run = (
  title: string,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): boolean => {
  console.log(`\n## ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  return status === 0;
};

const check = (title: string, command: string, args: readonly string[]): Count =>
  run(title, command, args) ? { passed: 1, failed: 0, skipped: 0 } : FAILED;

const readReport = (file: string, schema: z.ZodType<Count>, isGreen: boolean): Count => {
  try {
    const count = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return isGreen || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return FAILED;
  }
};

const vitest = (): Count => {
  const file = path.join(reports, 'vitest.json');
  const isGreen = run('Units, faults, contracts', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return readReport(file, VitestReport, isGreen);
};

const playwright = (): Count => {
  const file = path.join(reports, 'playwright.json');
  try {
    const isGreen = run('Browser', 'playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: provideBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    return readReport(file, PlaywrightReport, isGreen);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return FAILED;
  }
};

const steps: readonly (() => Count)[] = [
  () => check('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  () => check('Types', 'tsc', ['--noEmit', '-p', '.']),
  () => check('Build', 'node', ['src/framework/build/build.ts']),
  vitest,
  playwright,
];

const total = steps
  .map((step) => step())
  .reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }));

console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;
