import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainSkips, readPlaywrightReport, readVitestReport } from '../reports.ts';

const vitestReport = (...statuses: readonly string[]) => ({
  numPassedTests: 1,
  numFailedTests: 0,
  numPendingTests: statuses.filter((status) => status === 'skipped').length,
  numTodoTests: statuses.filter((status) => status === 'todo').length,
  numFailedTestSuites: 0,
  testResults: [
    {
      name: path.resolve('tests/contract/a.test.ts'),
      message: '',
      assertionResults: statuses.map((status, index) => ({
        status,
        fullName: `test ${index}`,
        failureMessages: [],
      })),
    },
  ],
});

const playwrightReport = (status: string) => ({
  stats: { expected: 1, unexpected: 0, flaky: 0, skipped: Number(status === 'skipped') },
  suites: [
    {
      specs: [
        { title: 'a test', file: 'a.test.ts', line: 3, tests: [{ projectName: 'desktop', status, results: [] }] },
      ],
    },
  ],
});

test('a test that was skipped fails the run, whichever runner skipped it', () => {
  expect(readVitestReport(vitestReport('passed', 'skipped', 'todo')).skips).toEqual([
    'tests/contract/a.test.ts › test 1',
    'tests/contract/a.test.ts › test 2',
  ]);
  expect(readPlaywrightReport(playwrightReport('skipped')).skips).toEqual(['[desktop] a.test.ts › a test']);
  expect(explainSkips(['[desktop] a.test.ts › a test'], [])).toEqual([
    expect.stringMatching(/^\[desktop\] a\.test\.ts › a test\n.*skipped.*tests\/allowed-skips\.ts/),
  ]);
});

test('a skipped test that is on the list with a reason fails nothing, and neither does a run without skips', () => {
  const allowed = [{ test: 'a.test.ts › a test', reason: 'It needs a screen.' }];

  expect(explainSkips(['[desktop] a.test.ts › a test'], allowed)).toEqual([]);
  expect(explainSkips(['[desktop] b.test.ts › a test'], allowed)).toHaveLength(1);
  expect(explainSkips(readVitestReport(vitestReport('passed')).skips, [])).toEqual([]);
  expect(explainSkips(readPlaywrightReport(playwrightReport('expected')).skips, [])).toEqual([]);
});

/** The whole run with tools that find nothing wrong, and with these reports of the two test runners. */
const runAll = (vitest: unknown, playwright: unknown, { isCi }: { readonly isCi: boolean }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stub = (name: string, body: string): void =>
    writeFileSync(path.join(folder, name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  for (const name of ['biome', 'tsc', 'node']) stub(name, `echo "${name} is content"`);
  // Its last argument is --outputFile.json={file}.
  stub('vitest', `last="\${@: -1}"\necho '${JSON.stringify(vitest)}' > "\${last#*=}"`);
  stub('playwright', `echo '${JSON.stringify(playwright)}' > "$PLAYWRIGHT_JSON_OUTPUT_NAME"`);
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts'], {
    env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, CHROMIUM_PATH: '/usr/bin/true', CI: isCi ? 'true' : '' },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
};

test('in CI the run ends with an error because of a skipped test alone, and says which', () => {
  const green = runAll(vitestReport('passed'), playwrightReport('expected'), { isCi: true });
  const skipping = runAll(vitestReport('passed', 'skipped'), playwrightReport('expected'), { isCi: true });

  expect({ status: green.status, summary: green.lines.at(-1) }).toEqual({ status: 0, summary: '5 passed, 0 failed' });
  expect(skipping.status).toBe(1);
  expect(skipping.lines.at(-1)).toBe('5 passed, 1 failed, 1 skipped');
  expect(skipping.lines).toContain('✗ tests/contract/a.test.ts › test 1');
});

test('outside of CI a skipped test is listed and fails nothing', () => {
  const { status, lines } = runAll(vitestReport('passed', 'skipped'), playwrightReport('expected'), { isCi: false });

  expect({ status, summary: lines.at(-1) }).toEqual({ status: 0, summary: '5 passed, 0 failed, 1 skipped' });
  expect(lines).toContain('- tests/contract/a.test.ts › test 1');
});

/** The commands that CI runs on a machine with these tools, where every command only notes that it was run. */
const runCi = (present: readonly string[], userId = 0): string[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const notes = path.join(folder, 'notes');
  for (const command of ['bash', 'dirname', 'sleep']) {
    symlinkSync(execFileSync('which', [command], { encoding: 'utf8' }).trim(), path.join(folder, command));
  }
  const stub = (name: string, body: string): void =>
    writeFileSync(path.join(folder, name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
  stub('id', `echo ${userId}`);
  stub('timeout', 'shift\nexec "$@"');
  stub('apt-get', `echo "apt-get $*" >> ${notes}`);
  stub('npm', `echo "npm $*" >> ${notes}`);
  const outputs: Readonly<Record<string, string>> = {
    php: 'pdo_sqlite mbstring dom xml Phar',
    'fc-list': '/usr/share/fonts/LiberationSans-Regular.ttf: Liberation Sans:style=Regular',
  };
  for (const name of present) stub(name, `echo '${outputs[name] ?? ''}'`);
  execFileSync('/bin/bash', ['.ci/run'], { env: { PATH: folder }, stdio: 'pipe' });
  return readFileSync(notes, 'utf8').trim().split('\n');
};

const installed = (commands: readonly string[]): string =>
  commands.filter((command) => command.startsWith('apt-get install')).join(' ');

test('CI installs the browser, fonts, Redis, PHP and Java that its tests need, before it runs them', () => {
  const commands = runCi([]);

  expect(commands.at(-1)).toBe('npm test');
  expect(commands).toContain('npm ci --no-audit --no-fund');
  expect(installed(commands)).toMatch(/chromium-headless-shell/);
  expect(installed(commands)).toMatch(/fonts-liberation/);
  expect(installed(commands)).toMatch(/redis-server/);
  expect(installed(commands)).toMatch(/php-cli php-sqlite3 php-mbstring php-xml php-curl/);
  expect(installed(commands)).toMatch(/default-jre-headless/);
});

test('CI installs nothing that is there, and nothing where it may not', () => {
  const tools = ['chromium-headless-shell', 'fc-list', 'redis-server', 'php', 'java'];

  expect(runCi(tools)).toEqual(['npm ci --no-audit --no-fund', 'npm test']);
  expect(installed(runCi(tools.slice(0, 4)))).toMatch(/ default-jre-headless$/);
  expect(runCi([], 1_000)).toEqual(['npm ci --no-audit --no-fund', 'npm test']);
});
