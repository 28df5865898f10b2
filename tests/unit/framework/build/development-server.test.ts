import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rememberVariables } from '../../../../src/framework/build/development-server.ts';

const createFile = (text: string): string => {
  const directory = mkdtempSync(path.join(tmpdir(), 'env-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, '.env');
  writeFileSync(file, text);
  return file;
};

test('when .env changes, the variables that it has set are forgotten, and those of the environment stay', () => {
  const file = createFile('SITE_NAME=Alpha\nPORT=8080\n');
  const environment = { SITE_NAME: 'Alpha', PORT: '9000', HOME: '/home/ada' };
  const forget = rememberVariables(file, environment);
  writeFileSync(file, 'SITE_NAME=Beta\nHOME=/\n');
  forget();

  expect(environment).toEqual({ PORT: '9000', HOME: '/home/ada' });
});

test('without an .env file, no variable is forgotten', () => {
  const environment = { SITE_NAME: 'Alpha' };
  rememberVariables(path.join(tmpdir(), 'no-such-directory', '.env'), environment)();

  expect(environment).toEqual({ SITE_NAME: 'Alpha' });
});
