import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { findFirefox, provideBrowser } from './browser.ts';
import { describeEngine, listEngines } from './engines.ts';
import { type Result, readPlaywrightReport, readVitestReport } from './reports.ts';

/*
 * Runs all checks and tests of the project through the npm scripts that developers use. In CI (`CI` is set) a skipped test fails
 * the run; elsewhere it is only listed, because a developer's machine may lack Redis, PHP or Java. The output ends with the failures, the count and duration of each script, the versions of the browsers and the line
 * `{n} passed, {n} failed, {n} skipped`.
 */

/** The directory of the reports and of the tests' temporary files. */
const temporary = mkdtempSync(path.join(tmpdir(), 'tests-'));
const toFailure = (failure: string): Result => ({ passed: 0, failed: 1, skips: [], failures: [failure] });

const environmentWith = (variables: Readonly<Record<string, string>> = {}) => ({
  ...process.env,
  TMPDIR: temporary,
  // Hundreds of processes compile the same modules.
  NODE_COMPILE_CACHE: path.join(temporary, 'compile-cache'),
  ...variables,
});

/** Runs an npm script and prints its output at the end, because several scripts run concurrently. Returns whether it succeeded. */
const runScript = async (
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> => {
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentWith(env),
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  console.log(`\n## ${script}\n${output}${errors}`);
  return code === 0;
};

const check = async (script: string): Promise<Result> =>
  (await runScript(script)) ? { passed: 1, failed: 0, skips: [], failures: [] } : toFailure(`${script}: see above`);

type TestRun = {
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The JSON report that the test runner writes. */
  readonly report: string;
  readonly read: (report: unknown, script: string) => Result;
};

const runTests = async ({ script, args, env, report, read }: TestRun): Promise<Result> => {
  const hasSucceeded = await runScript(script, args, env);
  try {
    const result = read(JSON.parse(readFileSync(report, 'utf8')), script);
    if (hasSucceeded || result.failed > 0) return result;
    return { ...result, failed: 1, failures: [...result.failures, `${script}: exited with an error, see above`] };
  } catch (error) {
    return toFailure(`${script}: its report cannot be read. ${error instanceof Error ? error.message : error}`);
  }
};

const runVitest = (script: string): Promise<Result> => {
  const report = path.join(temporary, `${script}.json`);
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runTests({ script, args, report, read: readVitestReport });
};

const runPlaywright = async (script: string, ...args: readonly string[]): Promise<Result> => {
  const report = path.join(temporary, `${script}.json`);
  try {
    return await runTests({
      script,
      args: ['--reporter=list,json,html', ...args],
      env: {
        CHROMIUM_PATH: provideBrowser(),
        PLAYWRIGHT_HTML_OPEN: 'never',
        PLAYWRIGHT_HTML_OUTPUT_DIR: path.join('playwright-report', script.replace(':', '-')),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
      report,
      read: readPlaywrightReport,
    });
  } catch (error) {
    return toFailure(`${script}: ${error instanceof Error ? error.message : error}`);
  }
};

/** Runs only the tests tagged `@journey`, one per feature. The whole suite, `npm run test:firefox`, takes too long for CI. */
const runFirefox = async (script: string): Promise<Result> =>
  findFirefox() === null
    ? { passed: 0, failed: 0, skips: [`${script}: Firefox is not installed`], failures: [] }
    : runPlaywright(script, '--grep', '@journey');

/** The result of each script for the summary. */
const summary: string[] = [];

const summarize = async (script: string, run: (script: string) => Promise<Result>): Promise<Result> => {
  const start = performance.now();
  const result = await run(script);
  const seconds = Math.round((performance.now() - start) / 1_000);
  summary.push(`${script}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
  return result;
};

/** None of these tests measures time, so they run concurrently with the contract tests. */
const runEngines = async (): Promise<readonly Result[]> => [
  await summarize('test:webkit', runVitest),
  await summarize('test:framework', runPlaywright),
  await summarize('test:firefox', runFirefox),
];

const results = [
  ...(await Promise.all(['lint', 'typecheck', 'build'].map(check))),
  await summarize('test:unit', runVitest),
  await summarize('test:integration', runVitest),
  ...(await Promise.all([summarize('test:contract', runVitest), runEngines()])).flat(),
  await summarize('test:e2e', runPlaywright),
];
rmSync(temporary, { recursive: true, force: true });

const skips = results.flatMap((result) => result.skips);
const skipFailures = skips.map((name) => `${name}\nThis test was skipped.`);
const isCi = Boolean(process.env.CI);
const failures = [...results.flatMap((result) => result.failures), ...(isCi ? skipFailures : [])];
const sum = (count: (result: Result) => number): number => results.reduce((total, result) => total + count(result), 0);
const passed = sum((result) => result.passed);
const failed = sum((result) => result.failed) + (isCi ? skipFailures.length : 0);

if (!isCi) for (const skip of skipFailures) console.log(`\n- ${skip}`);
for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${summary.join('\n')}\n${listEngines().map(describeEngine).join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
