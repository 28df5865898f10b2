import { freePort } from '../support/free-port.ts';
import type { Sampling } from './load-generator.ts';
import { type Site, startServer, startSite, stop } from './servers.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

const MIN_STARTS = 5;
/** A minimal Node.js server, for comparison. */
const BARE = "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')";

const startBare = async (): Promise<Site> => {
  const port = String(await freePort());
  return startServer(['-e', BARE], `http://127.0.0.1:${port}`, { env: { PORT: port }, output: 'ignore' });
};

/** Measures the time from process start to the end of the first response, alternately with a server that sends an empty response. */
export const measureStart = async ({ rounds }: Sampling): Promise<void> => {
  const times: { site: number[]; bare: number[] } = { site: [], bare: [] };
  for (let round = 0; round < Math.max(MIN_STARTS, rounds); round += 1) {
    for (const [kind, start] of [
      ['bare', startBare],
      ['site', startSite],
    ] as const) {
      const server = await start();
      times[kind].push(server.startMs);
      await stop(server.child);
    }
  }
  console.log('\nStart: from process start to the end of the first response (/), in ms');
  table(['site', 'node:http with an empty response'], [[withSpread(times.site), withSpread(times.bare)]]);
};
