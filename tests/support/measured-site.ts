import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Starts the built site for a measurement or screenshots, and waits until it is listening.
 *
 * @returns a function that stops it and waits for its exit.
 */
export const startMeasuredSite = async (
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, ['src/framework/build/build.ts', '--if-stale'], { stdio: 'inherit' });
  const site = spawn(process.execPath, ['src/framework/build/serve.js'], {
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
