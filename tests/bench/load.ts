import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { peakMemoryOf } from './process-usage.ts';
import { LOAD_CORE, pin, startSite } from './servers.ts';
import { table } from './table.ts';

/** The addresses of the clients in `X-Forwarded-For`, because loopback addresses are exempt from rate limits. */
const ATTACKER = '203.0.113.9';
/** Several, so that the probes stay below the rate limit. */
const OTHER_CLIENTS = ['198.51.100.20', '198.51.100.21', '198.51.100.22', '198.51.100.23'] as const;
/** How long each attack is observed, and the interval between two probes of a URL. */
const OBSERVED_MS = 10_000;
const PROBE_INTERVAL_MS = 25;
/** The requests of a pipelined burst, and the number of connections that share them. */
const PIPELINED = 2_900;
const SOCKETS = 29;
const CLOSED_AFTER_MS = 300;
const UNCACHED_PER_S = 45;
const CONNECTIONS = 10_000;
const WARM_UP_MS = 2_000;
/** Paths that are requested before the attack, so that the server is warm, like one that has run for a while. */
const WARM_UP_PATHS = ['/', '/healthz', '/faq', '/faq?q=ads', '/contact', '/no/such/page'];

type Result = { readonly status: number; readonly ms: number };
type Scenario = {
  readonly name: string;
  readonly attack: (url: string) => Promise<void>;
};

const request = (url: string, address: string, agent: Agent): Promise<Result> => {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    get(url, { agent, headers: { 'x-forwarded-for': address, 'accept-encoding': 'br' } }, (response) => {
      response
        .resume()
        .once('end', () => done(response.statusCode ?? 0))
        .once('error', () => done(0));
    }).once('error', () => done(0));
  });
};

/** Starts requests at fixed times regardless of earlier responses, to avoid coordinated omission. */
const probe = async (urls: readonly string[], endsAt: number): Promise<Result[]> => {
  const agent = new Agent({ keepAlive: true });
  const results: Promise<Result>[] = [];
  for (let next = performance.now(); next < endsAt; next += PROBE_INTERVAL_MS) {
    await sleep(Math.max(0, next - performance.now()));
    const address = OTHER_CLIENTS[results.length % OTHER_CLIENTS.length] ?? OTHER_CLIENTS[0];
    for (const url of urls) results.push(request(url, address, agent));
  }
  const all = await Promise.all(results);
  agent.destroy();
  return all;
};

/** Sends a burst of pipelined requests over `SOCKETS` connections, and closes the connections after 300 ms. */
const pipeline =
  (toRequest: (at: number) => string) =>
  async (url: string): Promise<void> => {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: SOCKETS }, () => connect(Number(port), hostname).on('error', () => undefined));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const [index, socket] of sockets.entries()) {
      const requests = Array.from({ length: PIPELINED / SOCKETS }, (_, at) =>
        toRequest(index * (PIPELINED / SOCKETS) + at),
      );
      socket.resume().write(requests.join(''));
    }
    await sleep(CLOSED_AFTER_MS);
    for (const socket of sockets) socket.resetAndDestroy();
  };

const rawRequest = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${ATTACKER}\r\n\r\n`;

/** Sends requests at a constant rate until the end of the observation. */
const sendAtRate =
  (perS: number, toPath: (at: number) => string) =>
  async (url: string): Promise<void> => {
    const agent = new Agent({ keepAlive: true });
    const endsAt = performance.now() + OBSERVED_MS;
    const results: Promise<Result>[] = [];
    for (let next = performance.now(); next < endsAt; next += 1_000 / perS) {
      await sleep(Math.max(0, next - performance.now()));
      results.push(request(url + toPath(results.length), ATTACKER, agent));
    }
    await Promise.race([Promise.all(results), sleep(OBSERVED_MS)]);
    agent.destroy();
  };

/** A form of 1.2 MB, the most that the server accepts. */
const FORM_BYTES = 1_200_000;
const formOf = (part: string): Buffer<ArrayBuffer> => Buffer.from(`--edge\r\n${part}\r\n--edge--\r\n`);
const FIELD = 'content-disposition: form-data; name="0"';
const WIDE_ARGUMENTS = formOf(`${FIELD}\r\n\r\n[${'{"a":{"b":{"c":[]}}},'.repeat(57_000)}1]`);
const MANY_HEADERS = formOf(`${FIELD}\r\n${'A: b\r\n'.repeat(200_000)}\r\nx`);

const postForm = (url: string, address: string, body: Buffer<ArrayBuffer>): Promise<unknown> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', 'x-forwarded-for': address },
    body,
  }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );

/** Posts twenty forms at once, then five per second. `toPath` finds the path in the document of the contact form. */
const postForms =
  (body: Buffer<ArrayBuffer>, toPath: (contactPage: string) => string) =>
  async (url: string): Promise<void> => {
    const path = toPath(await (await fetch(`${url}/contact`)).text());
    const endsAt = performance.now() + OBSERVED_MS;
    const posts = Array.from({ length: 20 }, () => postForm(url + path, ATTACKER, body));
    while (performance.now() < endsAt) {
      await sleep(200);
      posts.push(postForm(url + path, ATTACKER, body));
    }
    await Promise.race([Promise.all(posts), sleep(OBSERVED_MS)]);
  };

const toActionPath = (contactPage: string): string => {
  const [, file = ''] = /&quot;id&quot;:&quot;([\da-f]+)#sendContact&quot;/.exec(contactPage) ?? [];
  return `/RSC/F/${file}/sendContact.txt`;
};

/** Opens connections one after the other, and closes them when the observation ends. */
const keepOpen = async (count: number, open: (at: number) => Socket): Promise<void> => {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at % 20 === 0) await sleep(10);
    sockets.push(open(at).on('error', () => undefined));
  }
  await sleep(OBSERVED_MS);
  for (const socket of sockets) socket.resetAndDestroy();
};

/** Sends nearly all of 1,900 forms from 100 addresses, and the rest never. */
const leaveFormsUnfinished = (url: string): Promise<void> => {
  const { hostname, port } = new URL(url);
  const part = Buffer.alloc(FORM_BYTES - 50_000, 'a');
  return keepOpen(1_900, (at) => {
    const socket = connect(Number(port), hostname).resume();
    socket.write(
      `POST /contact HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${url}\r\nx-forwarded-for: 203.0.113.${at % 100}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: ${FORM_BYTES}\r\n\r\n`,
    );
    socket.write(part);
    return socket;
  });
};

/** Opens connections of one address, each with a request, and keeps them. */
const takeConnections = (url: string): Promise<void> => {
  const { hostname, port } = new URL(url);
  return keepOpen(CONNECTIONS, () => {
    // Not the address of the trusted proxy, from which the other client comes. Pages would slow that client down in this process.
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' }).resume();
    socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    return socket;
  });
};

const scenarios: readonly Scenario[] = [
  { name: 'no attack', attack: async () => undefined },
  {
    name: `${PIPELINED} pipelined FAQ searches on connections that are closed`,
    attack: pipeline((at) => rawRequest(`/faq?q=payout${at}`)),
  },
  {
    name: `${UNCACHED_PER_S} FAQ searches per second`,
    attack: sendAtRate(UNCACHED_PER_S, (at) => `/faq?q=payout${at}`),
  },
  {
    name: `${PIPELINED} pipelined malformed URLs`,
    attack: pipeline((at) => rawRequest(`${at % 2 ? '/%zz' : '/%2f'}${at}`)),
  },
  { name: 'actions called with 57,000 objects', attack: postForms(WIDE_ARGUMENTS, toActionPath) },
  { name: 'messages with 200,000 header lines', attack: postForms(MANY_HEADERS, () => '/mail/send') },
  { name: '1,900 unfinished forms of 1.2 MB', attack: leaveFormsUnfinished },
  { name: `${CONNECTIONS} connections of one address`, attack: takeConnections },
];

/** Attacks in a thread of its own: what the attacker has to do must not delay the requests of the other client. */
const attackInThread = async (name: string, url: string): Promise<void> => {
  await once(new Worker(new URL(import.meta.url), { workerData: { name, url } }), 'exit');
};

const Attack = z.object({ name: z.string(), url: z.string() });

if (!isMainThread) {
  const { name, url } = Attack.parse(workerData);
  await scenarios.find((scenario) => scenario.name === name)?.attack(url);
}

const percentile = (results: readonly Result[], share: number): string => {
  const sorted = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
};

const latencies = (results: readonly Result[]): string =>
  `${percentile(results, 0.5)} / ${percentile(results, 0.99)} / ${percentile(results, 1)}`;

/** The latencies of `/` for the other client, how many of its requests failed, and the memory of the process. */
const run = async ({ name }: Scenario): Promise<string[]> => {
  const site = await startSite({ TRUST_PROXY: '127.0.0.1/32' });
  const warmUps = WARM_UP_PATHS.map((path) => site.url + path);
  await probe(warmUps, performance.now() + WARM_UP_MS);
  const attackDone = attackInThread(name, site.url);
  const results = await probe([`${site.url}/`], performance.now() + OBSERVED_MS);
  await attackDone;
  const peakMB = Math.round(peakMemoryOf(site.pid));
  await site.stop();
  const failures = results.filter(({ status }) => status !== 200).length;
  return [name, latencies(results), `${failures} of ${results.length}`, String(peakMB)];
};

/** Measures the latencies of a cached page for one client while another one attacks. `BENCH_ATTACK` selects attacks by name. */
export const measureLoad = async (): Promise<void> => {
  // Neither the attacker nor the other client takes processor time from the server.
  pin(process.pid, LOAD_CORE);
  const rows: string[][] = [];
  const selected = process.env.BENCH_ATTACK ?? '';
  for (const scenario of scenarios.filter(({ name }) => name.includes(selected))) rows.push(await run(scenario));
  console.log('\nLoad: latencies for another client during an attack; p50 / p99 / max in ms, goal: p99 below 150');
  table(['attack', 'cached /', 'not 200', 'memory, MB'], rows);
};
