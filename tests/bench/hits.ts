import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { freePort } from '../support/free-port.ts';
import { type LoadResult, sendLoad } from './load-generator.ts';
import { pin, startSite, type Target } from './servers.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** To each server. */
const CONNECTIONS = 25;
const PATHS = ['/', '/faq'];
const ENCODINGS = ['br', 'identity'];
/** Long enough for V8 to optimise hot functions. */
const WARM_UP_S = 5;
const MEASURED_S = 3;
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
const startPlain = async (site: Target): Promise<Target & { readonly stop: () => void }> => {
  const port = await freePort();
  const responses: Record<string, unknown> = {};
  for (const pathname of PATHS) {
    for (const encoding of ENCODINGS)
      responses[`${pathname} ${encoding}`] = await copyResponse(site.url + pathname, encoding);
  }
  const child = fork('tests/bench/plain-server.ts');
  const pid = child.pid ?? 0;
  pin(pid);
  child.send({ port, responses });
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid, stop: () => void child.kill() };
};

type Pair = { readonly site: LoadResult; readonly plain: LoadResult };

const toRow = (name: string, pairs: readonly Pair[]): string[] => {
  const ratio = (figure: keyof LoadResult): string =>
    withSpread(
      pairs.map(({ site, plain }) => site[figure] / plain[figure]),
      2,
    );
  return [name, ratio('perS'), ratio('p99'), withSpread(pairs.map(({ site }) => site.cpuUs))];
};

/**
 * Measures cache hits, compared with a plain `node:http` server that sends the same headers and bytes. Both servers run
 * on the same core and are loaded at the same time, so a change in the speed of the machine affects both. The scheduler
 * gives each the same CPU time, so the server that takes longer per request answers fewer of them. Each round starts new
 * processes, because two processes with the same code may differ by several percent. Needs wrk.
 */
export const measureHits = async (): Promise<void> => {
  const results = new Map<string, Pair[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const site = await startSite();
    const plain = await startPlain(site);
    for (const pathname of PATHS) {
      for (const encoding of ENCODINGS) {
        const loadBoth = async (durationS: number): Promise<Pair> => {
          const load = { pathname, encoding, connections: CONNECTIONS };
          const [ofSite, ofPlain] = await Promise.all([
            sendLoad(site, load, durationS),
            sendLoad(plain, load, durationS),
          ]);
          return { site: ofSite, plain: ofPlain };
        };
        await loadBoth(WARM_UP_S);
        const name = `${pathname} ${encoding}`;
        results.set(name, [...(results.get(name) ?? []), await loadBoth(MEASURED_S)]);
      }
    }
    plain.stop();
    await site.stop();
  }
  console.log('\nHits, compared with a plain node:http server that sends the same headers and body, on the same core');
  table(
    ['page', 'requests/s ratio', 'p99 ratio', 'CPU µs'],
    [...results].map(([name, pairs]) => toRow(name, pairs)),
  );
};
