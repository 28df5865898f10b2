import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Resolver } from '../../src/features/domain-check/dns-client.ts';
import { freePort } from './free-port.ts';

const ZONES = path.resolve('tests/fixtures/zones');
const SUFFIX = '.zone';

const toConfiguration = (port: number, folder: string): string => `
server:
  ip-address: 127.0.0.1@${port}
  username: ""
  chroot: ""
  zonesdir: "${ZONES}"
  database: ""
  pidfile: "${folder}/nsd.pid"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  zonelistfile: "${folder}/zone.list"
  cookie-secret-file: "${folder}/cookies"
  server-count: 1
  verbosity: 1
remote-control:
  control-enable: no
${readdirSync(ZONES)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => `zone:\n  name: ${file.slice(0, -SUFFIX.length)}\n  zonefile: ${file}`)
  .join('\n')}
`;

/** Resolves when nsd has written that it serves. */
const isReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('nsd started')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`nsd exited with ${code}:\n${output}`)));
  });

/** Starts the name server nsd with the zones in tests/fixtures/zones, on loopback. */
export const startNsd = async (): Promise<{ readonly resolver: Resolver; readonly stop: () => Promise<void> }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nsd-'));
  const port = await freePort();
  const configuration = path.join(folder, 'nsd.conf');
  writeFileSync(configuration, toConfiguration(port, folder));
  const child = spawn('nsd', ['-d', '-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  await isReady(child);
  return {
    resolver: { address: '127.0.0.1', port },
    stop: async () => {
      child.removeAllListeners('exit');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
