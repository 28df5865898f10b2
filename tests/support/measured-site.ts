import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildIfNecessary } from './build-site.ts';

/**
 * Starts the built site for a measurement or screenshots, and waits until it is listening.
 *
 * @returns a function that stops it and waits for its exit.
 */
export const startMeasuredSite = async (
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> => {
  buildIfNecessary();
  const site = spawn(process.execPath, ['dist/serve-node.js'], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(site.stdout)) if (line.includes('"listening"')) break;
  site.stdout.resume();
  return async () => {
    site.kill('SIGTERM');
    await once(site, 'exit');
  };
};
