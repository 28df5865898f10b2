import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '../../../src/framework/log.ts';
import { exitOnUncaughtException } from '../../../src/framework/server.ts';

const exit = vi.fn<typeof process.exit>();

/** Returns the listeners that were added to the process, and removes them, since Vitest listens to the same events. */
const addListeners = (beforeExit: (limitMs: number) => Promise<void>) => {
  exitOnUncaughtException(beforeExit);
  const onException = process.listeners('uncaughtException').at(-1);
  const onRejection = process.listeners('unhandledRejection').at(-1);
  if (!onException || !onRejection) throw new Error('There are no listeners.');
  process.off('uncaughtException', onException).off('unhandledRejection', onRejection);
  return {
    throwUncaught: (error: Error) => onException(error, 'uncaughtException'),
    rejectUnhandled: (reason: unknown) => onRejection(reason, Promise.resolve()),
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(log, 'fatal');
});

afterEach(() => {
  vi.restoreAllMocks();
  exit.mockReset();
});

test('an uncaught exception is logged, and the process exits with code 1 once beforeExit has finished', async () => {
  const work = Promise.withResolvers<void>();
  const beforeExit = vi.fn(() => work.promise);
  const error = new Error('unexpected');
  addListeners(beforeExit).throwUncaught(error);

  expect(log.fatal).toHaveBeenCalledWith({ err: error, event: 'uncaughtException' }, expect.any(String));
  expect(beforeExit).toHaveBeenCalledWith(500);
  await vi.advanceTimersByTimeAsync(500);
  expect(exit).not.toHaveBeenCalled();
  work.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(exit.mock.calls).toEqual([[1]]);
});

test('the process exits if beforeExit fails', async () => {
  addListeners(() => Promise.reject(new Error('no disk'))).throwUncaught(new Error('unexpected'));
  await vi.advanceTimersByTimeAsync(0);

  expect(exit.mock.calls).toEqual([[1]]);
});

test('the process exits after a second if beforeExit does not finish', async () => {
  addListeners(() => Promise.withResolvers<void>().promise).throwUncaught(new Error('unexpected'));
  await vi.advanceTimersByTimeAsync(999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(exit.mock.calls).toEqual([[1]]);
});

test('an unhandled rejection ends the process, too, and a second error does not call beforeExit again', async () => {
  const beforeExit = vi.fn(async () => undefined);
  const { throwUncaught, rejectUnhandled } = addListeners(beforeExit);
  rejectUnhandled('no reason');
  throwUncaught(new Error('second'));
  await vi.advanceTimersByTimeAsync(0);

  expect(log.fatal).toHaveBeenCalledWith({ err: 'no reason', event: 'unhandledRejection' }, expect.any(String));
  expect(log.fatal).toHaveBeenCalledTimes(2);
  expect(beforeExit).toHaveBeenCalledTimes(1);
  expect(exit.mock.calls).toEqual([[1]]);
});
