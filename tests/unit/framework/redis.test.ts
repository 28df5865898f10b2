import { expect, test } from 'vitest';
import { createReconnectOnError } from '../../../src/framework/redis.ts';

const READONLY = "READONLY You can't write against a read only replica.";

test.each([
  [READONLY, true],
  // As Redis 6 reports it from a script, such as those with which BullMQ writes.
  [`ERR Error running script (call to f_45e87c07): @user_script:1: @user_script: 1: -${READONLY}`, true],
  ['OOM command not allowed when used memory > maxmemory.', false],
])('whether a connection is closed after the error "%s": %s', (message, isClosed) => {
  expect(createReconnectOnError()(new Error(message))).toBe(isClosed);
});
