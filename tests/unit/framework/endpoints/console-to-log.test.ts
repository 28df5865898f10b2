import { expect, onTestFinished, test, vi } from 'vitest';
import { redirectConsoleToLog } from '../../../../src/framework/endpoints/console-to-log.ts';
import { log } from '../../../../src/framework/log.ts';

test.each([
  ['error', 'error'],
  ['warn', 'warn'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'debug'],
] as const)('the output of console.%s is formatted and logged at the level %s', (method, level) => {
  const original = { ...console };
  onTestFinished(() => {
    Object.assign(console, original);
  });
  const write = vi.spyOn(log, level).mockClear();
  redirectConsoleToLog();
  console[method]('%s of %d', 'one', 2, { three: 3 });

  expect(write.mock.calls).toEqual([[{ text: 'one of 2 { three: 3 }' }, 'console']]);
});
