import path from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '../reports.ts';

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

test('the tests that Vitest or Playwright has skipped are listed, and no others', () => {
  expect(readVitestReport(vitestReport('passed', 'skipped', 'todo')).skips).toEqual([
    'tests/contract/a.test.ts › test 1',
    'tests/contract/a.test.ts › test 2',
  ]);
  expect(readPlaywrightReport(playwrightReport('skipped'), 'test:e2e').skips).toEqual(['[desktop] a.test.ts › a test']);
  expect(readPlaywrightReport(playwrightReport('expected'), 'test:e2e').skips).toEqual([]);
});

test('a failure says which test failed, why, and how to run it alone', () => {
  const failed = vitestReport('failed');
  const [assertion] = failed.testResults[0]?.assertionResults ?? [];
  const failing = { ...assertion, fullName: 'a list (of two) is sorted', failureMessages: ['expected 1 to be 2'] };
  const result = { ...failed.testResults[0], assertionResults: [failing] };

  expect(readVitestReport({ ...failed, numFailedTests: 1, testResults: [result] }).failures).toEqual([
    [
      'tests/contract/a.test.ts › a list (of two) is sorted',
      'expected 1 to be 2',
      'Alone: npx vitest run tests/contract/a.test.ts -t "a list .of two. is sorted"',
    ].join('\n'),
  ]);
  expect(readPlaywrightReport(playwrightReport('unexpected'), 'test:e2e').failures).toEqual([
    '[desktop] a.test.ts:3 › a test\n\nAlone: npm run test:e2e -- a.test.ts:3 --project=desktop',
  ]);
});
