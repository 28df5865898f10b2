import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';

export const isRedisMissing = spawnSync('redis-server', ['--version']).status !== 0;

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A real Redis that keeps nothing on disk, gone when the test ends. It can be stopped and started again at its address. */
export const openRedis = async () => {
  const port = await freePort();
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of server.stdout ?? []) if (String(line).includes('Ready to accept connections')) return;
  };

  const stop = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };

  /** The names of all its keys. */
  const names = async (): Promise<string[]> => {
    const client = new Redis(port, '127.0.0.1');
    return client.keys('*').finally(() => client.disconnect());
  };

  /** Answers nobody for so long, as while it forks or its machine is busy. No connection ends. */
  const stall = async (ms: number): Promise<void> => {
    const client = new Redis(port, '127.0.0.1');
    await client.client('PAUSE', ms, 'ALL').finally(() => client.disconnect());
  };

  /** Stops the process where it is, as a machine that hangs does, until `resume`. No connection ends. */
  const pause = (): void => void server?.kill('SIGSTOP');
  const resume = (): void => void server?.kill('SIGCONT');

  /** Ends the connections of all clients, who may come back at once. */
  const disconnectClients = async (): Promise<void> => {
    const client = new Redis(port, '127.0.0.1');
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').finally(() => client.disconnect());
  };

  const publish = async (channel: string, message: string): Promise<void> => {
    const client = new Redis(port, '127.0.0.1');
    await client.publish(channel, message).finally(() => client.disconnect());
  };

  await start();
  onTestFinished(stop);
  return { url: `redis://127.0.0.1:${port}`, start, stop, stall, pause, resume, disconnectClients, publish, names };
};
