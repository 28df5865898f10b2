import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

export const isRedisMissing = spawnSync('redis-server', ['--version']).status !== 0;

/** A test with a real Redis, which is skipped if none is installed. */
export const withRedis = test.skipIf(isRedisMissing);

/**
 * A real Redis, stopped when the test ends (`endWith`). It can be stopped and restarted on the same port. Only with a `directory` it keeps its
 * keys meanwhile.
 */
export const openRedis = async (
  directory: string | null = null,
  endWith: (stop: () => Promise<void>) => void = onTestFinished,
) => {
  const port = await freePort();
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const persistence =
      directory === null ? [] : ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', directory];
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...persistence];
    server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of server.stdout ?? []) if (String(line).includes('Ready to accept connections')) return;
  };

  const stop = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };

  /** The names of all keys. */
  const names = async (): Promise<string[]> => {
    const client = new Redis(port, '127.0.0.1');
    return client.keys('*').finally(() => client.disconnect());
  };

  /** Suspends the process until `resume`, like a hanging machine. Connections stay open. */
  const pause = (): void => void server?.kill('SIGSTOP');
  const resume = (): void => void server?.kill('SIGCONT');

  const publish = async (channel: string, message: string): Promise<void> => {
    const client = new Redis(port, '127.0.0.1');
    await client.publish(channel, message).finally(() => client.disconnect());
  };

  await start();
  endWith(stop);
  return { url: `redis://127.0.0.1:${port}`, start, stop, pause, resume, publish, names };
};
