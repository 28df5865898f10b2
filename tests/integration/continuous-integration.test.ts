import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readPlaywrightReport, readVitestReport, toSkipFailures } from '../reports.ts';

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

test('a test skipped by Vitest or by Playwright is a failure', () => {
  expect(readVitestReport(vitestReport('passed', 'skipped', 'todo')).skips).toEqual([
    'tests/contract/a.test.ts › test 1',
    'tests/contract/a.test.ts › test 2',
  ]);
  expect(readPlaywrightReport(playwrightReport('skipped')).skips).toEqual(['[desktop] a.test.ts › a test']);
  expect(toSkipFailures(['[desktop] a.test.ts › a test'], [])).toEqual([
    expect.stringMatching(/^\[desktop\] a\.test\.ts › a test\n.*skipped.*tests\/allowed-skips\.ts/),
  ]);
});

test('a skipped test in the allow list is not a failure', () => {
  const allowed = [{ test: 'a.test.ts › a test', reason: 'It needs a screen.' }];

  expect(toSkipFailures(['[desktop] a.test.ts › a test'], allowed)).toEqual([]);
  expect(toSkipFailures(['[desktop] b.test.ts › a test'], allowed)).toHaveLength(1);
  expect(toSkipFailures(readVitestReport(vitestReport('passed')).skips, [])).toEqual([]);
  expect(toSkipFailures(readPlaywrightReport(playwrightReport('expected')).skips, [])).toEqual([]);
});

/** Runs tests/run.ts with a fake npm, whose checks succeed and whose test runners write the given reports. */
const runAll = (vitest: unknown, playwright: unknown, { isCi }: { readonly isCi: boolean }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    path.join(folder, 'npm'),
    `#!/bin/bash
# Called as: run --silent {script} -- {arguments}. The last argument for Vitest is --outputFile.json={file}.
case "$3" in
  test:e2e) echo '${JSON.stringify(playwright)}' > "$PLAYWRIGHT_JSON_OUTPUT_NAME" ;;
  test:framework | test:firefox) echo '${JSON.stringify(playwrightReport('expected'))}' > "$PLAYWRIGHT_JSON_OUTPUT_NAME" ;;
  test:*) last="\${@: -1}"; echo '${JSON.stringify(vitest)}' > "\${last#*=}" ;;
  *) echo "$3 succeeded" ;;
esac
`,
    { mode: 0o755 },
  );
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts'], {
    env: {
      ...process.env,
      PATH: `${folder}:/usr/bin:/bin`,
      CHROMIUM_PATH: '/usr/bin/true',
      FIREFOX_PATH: '/usr/bin/true',
      CI: isCi ? 'true' : '',
    },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
};

test('in CI a skipped test fails the run and is named', () => {
  const passing = runAll(vitestReport('passed'), playwrightReport('expected'), { isCi: true });
  const skipping = runAll(vitestReport('passed'), playwrightReport('skipped'), { isCi: true });

  expect({ status: passing.status, summary: passing.lines.at(-1) }).toEqual({
    status: 0,
    summary: '10 passed, 0 failed',
  });
  expect(skipping.status).toBe(1);
  expect(skipping.lines.at(-1)).toBe('10 passed, 1 failed, 1 skipped');
  expect(skipping.lines).toContain('✗ [desktop] a.test.ts › a test');
});

test('outside of CI a skipped test is listed but does not fail the run', () => {
  const { status, lines } = runAll(vitestReport('passed'), playwrightReport('skipped'), { isCi: false });

  expect({ status, summary: lines.at(-1) }).toEqual({ status: 0, summary: '10 passed, 0 failed, 1 skipped' });
  expect(lines).toContain('- [desktop] a.test.ts › a test');
});

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

test('the CI workflow runs .ci/run with the Node.js version of package.json', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const steps = parse(workflow).jobs.test.steps;

  expect(steps).toContainEqual({ run: 'bash .ci/run' });
  for (const job of ['test', 'audit']) {
    expect(parse(workflow).jobs[job].container).toBe(`node:${dependencies.node}-bookworm`);
  }
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies.node);
});

test('the CI workflow pins each action to a commit and names the version in a comment', () => {
  const uses = readFileSync('.github/workflows/ci.yml', 'utf8').match(/uses: .*/g) ?? [];

  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

/** The apt-get and npm commands that .ci/run executes if only these tools are installed. Stubs record the commands. */
const runCi = (present: readonly string[], userId = 0): string[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = path.join(folder, 'record');
  for (const command of ['bash', 'dirname', 'sleep']) {
    symlinkSync(execFileSync('which', [command], { encoding: 'utf8' }).trim(), path.join(folder, command));
  }
  const stub = (name: string, body: string): void =>
    writeFileSync(path.join(folder, name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
  stub('id', `echo ${userId}`);
  stub('timeout', 'shift\nexec "$@"');
  stub('apt-get', `echo "apt-get $*" >> ${record}`);
  stub('npm', `echo "npm $*" >> ${record}`);
  const outputs: Readonly<Record<string, string>> = {
    php: 'pdo_sqlite mbstring dom xml Phar',
    'fc-list': '/usr/share/fonts/LiberationSans-Regular.ttf: Liberation Sans:style=Regular',
  };
  for (const name of present) stub(name, `echo '${outputs[name] ?? ''}'`);
  execFileSync('/bin/bash', ['.ci/run'], { env: { PATH: folder }, stdio: 'pipe' });
  return readFileSync(record, 'utf8').trim().split('\n');
};

const toInstallCommands = (commands: readonly string[]): string =>
  commands.filter((command) => command.startsWith('apt-get install')).join(' ');

test('.ci/run installs the browsers, fonts, Redis, PHP and Java before it runs the tests', () => {
  const commands = runCi([]);

  expect(commands.at(-1)).toBe('npm test');
  expect(commands).toContain('npm ci --no-audit --no-fund');
  expect(toInstallCommands(commands)).toMatch(/chromium-headless-shell/);
  expect(toInstallCommands(commands)).toMatch(/firefox-esr/);
  expect(toInstallCommands(commands)).toMatch(/fonts-liberation/);
  expect(toInstallCommands(commands)).toMatch(/redis-server/);
  expect(toInstallCommands(commands)).toMatch(/php-cli php-sqlite3 php-mbstring php-xml php-curl php-gd/);
  expect(toInstallCommands(commands)).toMatch(/webkit2gtk-driver xvfb xauth python3-gi gir1.2-webkit2-4.1/);
  expect(toInstallCommands(commands)).toMatch(/default-jre-headless/);
});

test('.ci/run installs only what is missing, and nothing without root', () => {
  const tools = [
    ...['chromium-headless-shell', 'firefox-esr', 'fc-list', 'redis-server', 'php'],
    ...['WebKitWebDriver', 'xvfb-run', 'python3', 'java'],
  ];

  expect(runCi(tools)).toEqual(['npm ci --no-audit --no-fund', 'npm test']);
  expect(toInstallCommands(runCi(tools.slice(0, -1)))).toMatch(/ default-jre-headless$/);
  expect(runCi([], 1_000)).toEqual(['npm ci --no-audit --no-fund', 'npm test']);
});
