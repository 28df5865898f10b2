import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { provideBrowser } from './browser.ts';
import { explainSkips, type Result, readPlaywrightReport, readVitestReport } from './reports.ts';

/*
 * Runs every check and test of the project. In CI (`CI` is set) a skipped test fails the run, unless tests/allowed-skips.ts names
 * a reason; elsewhere it is listed, because a developer's machine may lack Redis, PHP or Java. The last lines name what failed,
 * and why, then `{n} passed, {n} failed, {n} skipped`.
 */

/** For the reports, and for whatever the tests put into the temporary directory: gone at the end. */
const workshop = mkdtempSync(path.join(tmpdir(), 'tests-'));
const failedAs = (failure: string): Result => ({ passed: 0, failed: 1, skips: [], failures: [failure] });

const environmentOf = (own: Readonly<Record<string, string>> = {}) => ({ ...process.env, TMPDIR: workshop, ...own });

/** Runs beside others, so what it says is printed when it has ended. */
const check = async (title: string, command: string, args: readonly string[]): Promise<Result> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf() });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  console.log(`\n## ${title}\n${output}${errors}`);
  return code === 0 ? { passed: 1, failed: 0, skips: [], failures: [] } : failedAs(`${title}: see above`);
};

const runTests = (
  title: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): boolean => {
  console.log(`\n## ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environmentOf(environment),
  });
  return status === 0;
};

const readReport = (title: string, file: string, read: (report: unknown) => Result, isGreen: boolean): Result => {
  try {
    const result = read(JSON.parse(readFileSync(file, 'utf8')));
    if (isGreen || result.failed > 0) return result;
    return { ...result, failed: 1, failures: [...result.failures, `${title}: ended with an error, see above`] };
  } catch (error) {
    return failedAs(`${title}: no report that can be read. ${error instanceof Error ? error.message : error}`);
  }
};

const vitest = (): Result => {
  const title = 'Units, faults, contracts';
  const file = path.join(workshop, 'vitest.json');
  const isGreen = runTests(title, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return readReport(title, file, readVitestReport, isGreen);
};

const playwright = (): Result => {
  const title = 'Browser';
  const file = path.join(workshop, 'playwright.json');
  try {
    const isGreen = runTests(title, 'playwright', ['test', '--reporter=list,json'], {
      CHROMIUM_PATH: provideBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    return readReport(title, file, readPlaywrightReport, isGreen);
  } catch (error) {
    return failedAs(`${title}: ${error instanceof Error ? error.message : error}`);
  }
};

const results = [
  ...(await Promise.all([
    check('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
    check('Types', 'tsc', ['--noEmit', '-p', '.']),
    check('Build', 'node', ['src/framework/build/build.ts']),
  ])),
  vitest(),
  playwright(),
];
rmSync(workshop, { recursive: true, force: true });

const skips = results.flatMap((result) => result.skips);
const unexplainedSkips = explainSkips(skips);
const isSkipFailure = Boolean(process.env.CI);
const failures = [...results.flatMap((result) => result.failures), ...(isSkipFailure ? unexplainedSkips : [])];
const sum = (count: (result: Result) => number): number => results.reduce((total, result) => total + count(result), 0);
const passed = sum((of) => of.passed);
const failed = sum((of) => of.failed) + (isSkipFailure ? unexplainedSkips.length : 0);

if (!isSkipFailure) for (const skip of unexplainedSkips) console.log(`\n- ${skip}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
