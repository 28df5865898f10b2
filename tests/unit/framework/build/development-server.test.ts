import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rememberVariables } from '../../../../src/framework/build/development-server.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('when .env changes, the variables that it has set are forgotten, and those of the environment stay', () => {
  const file = path.join(temporaryDirectory(), '.env');
  writeFileSync(file, 'SITE_NAME=Alpha\nPORT=8080\n');
  const environment = { SITE_NAME: 'Alpha', PORT: '9000', HOME: '/home/ada' };
  const forget = rememberVariables(file, environment);
  writeFileSync(file, 'SITE_NAME=Beta\nHOME=/\n');
  forget();

  expect(environment).toEqual({ PORT: '9000', HOME: '/home/ada' });
});

test('without an .env file, no variable is forgotten', () => {
  const environment = { SITE_NAME: 'Alpha' };
  rememberVariables(path.join(temporaryDirectory(), '.env'), environment)();

  expect(environment).toEqual({ SITE_NAME: 'Alpha' });
});
