import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { type LoadResult, type Sampling, sendLoad } from './load-generator.ts';
import { SERVER_CORE, type Site, startSite, stop, type Target } from './servers.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

const CONNECTIONS = 50;
const PATHS = ['/', '/faq'];
const ENCODINGS = ['br', 'identity'];
/** Long enough for V8 to optimise hot functions, including re-optimisation after a deoptimisation. */
const WARM_UP_S = 8;
/** The duration of a measurement. The speed of a machine may change within seconds, so the servers take turns quickly. */
const TURN_S = 1;
/** Before each measurement, because V8 discards optimised code of a server that is idle while the other one is measured. */
const WARM_UP_AGAIN_S = 1;
/** Headers that Node.js adds itself, or that differ between responses. */
const NOT_COPIED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

const copyResponse = (url: string, encoding: string): Promise<{ head: string[]; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { rawHeaders } = response;
      // `rawHeaders` alternates names and values.
      const head = rawHeaders.filter(
        (_, index) => !NOT_COPIED.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
      );
      resolve({ head, body: Buffer.concat(chunks).toString('base64') });
    }).once('error', reject);
  });

/** Starts the reference server with responses copied from the site, on the same core. */
const startPlain = async (site: Target): Promise<Site> => {
  const port = await freePort();
  const responses: Record<string, unknown> = {};
  for (const pathname of PATHS) {
    for (const encoding of ENCODINGS)
      responses[`${pathname} ${encoding}`] = await copyResponse(site.url + pathname, encoding);
  }
  const child = fork('tests/bench/plain-server.ts');
  await promisify(execFile)('taskset', ['-acp', SERVER_CORE, String(child.pid)]);
  child.send({ port, responses });
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, startMs: 0 };
};

/** Measures cache hits, alternately with a plain `node:http` server that sends the same headers and bytes. */
export const measureHits = async ({ rounds, seconds }: Sampling): Promise<void> => {
  const site = await startSite();
  const plain = await startPlain(site);
  const rows: string[][] = [];
  for (const pathname of PATHS) {
    for (const encoding of ENCODINGS) {
      const load = { pathname, encoding, connections: CONNECTIONS };
      const measure = async (target: Target): Promise<LoadResult> => {
        await sendLoad(target, load, WARM_UP_AGAIN_S);
        return sendLoad(target, load, TURN_S);
      };
      for (const target of [site, plain]) await sendLoad(target, load, WARM_UP_S);
      const pairs: { readonly site: LoadResult; readonly plain: LoadResult }[] = [];
      for (let turn = 0; turn < (rounds * seconds) / TURN_S; turn += 1) {
        pairs.push({ plain: await measure(plain), site: await measure(site) });
      }
      const ratio = (figure: keyof LoadResult): string =>
        withSpread(
          pairs.map((pair) => pair.site[figure] / pair.plain[figure]),
          2,
        );
      const figures = (of: 'site' | 'plain', figure: keyof LoadResult, digits: number): string =>
        withSpread(
          pairs.map((pair) => pair[of][figure]),
          digits,
        );
      rows.push([
        `${pathname} ${encoding}`,
        ratio('perS'),
        ratio('p99'),
        ratio('cpuUs'),
        figures('site', 'perS', 0),
        figures('site', 'p99', 1),
        figures('site', 'cpuUs', 0),
        figures('plain', 'cpuUs', 0),
      ]);
    }
  }
  console.log('\nHits, compared with a plain node:http server that sends the same headers and body');
  table(['page', 'requests/s ratio', 'p99 ratio', 'CPU ratio', 'requests/s', 'p99 ms', 'CPU µs', 'plain CPU µs'], rows);
  await stop(plain.child);
  await stop(site.child);
};
