/**
 * Sends 500 messages while the server is killed ten times (SIGKILL) and Redis is suspended three times (SIGSTOP). Prints how
 * many were acknowledged and delivered, and exits with 1 if one was lost or delivered twice. Needs redis-server. Takes about
 * two minutes, mostly to wait for the leases of killed processes:
 *
 *     npm run bench:mail-survival
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { contact, temporaryDirectory } from '../support/smtp-letters.ts';
import { startMailSite } from '../support/smtp-mail-site.ts';
import { startRelay } from '../support/smtp-relay.ts';

const MESSAGES = 500;
const KILLS = 10;
const STOPS = 3;
const STOP_MS = 4_000;
const CLIENTS = 20;
const ARRIVAL_LIMIT_MS = 240_000;

const startRedis = async (port: number) => {
  const options = ['--port', port, '--bind', '127.0.0.1', '--appendonly', 'yes', '--appendfsync', 'always'];
  const server = spawn('redis-server', [...options.map(String), '--dir', await temporaryDirectory()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break;
  return server;
};

const relay = await startRelay();
const redisPort = await freePort();
const redis = await startRedis(redisPort);
const settings = {
  PORT: String(await freePort()),
  DATA_DIR: await temporaryDirectory(),
  SMTP_URL: relay.url,
  REDIS_URL: `redis://127.0.0.1:${redisPort}`,
};
let site = await startMailSite(settings);

const acknowledged = new Set<string>();
const durations: number[] = [];
const queue = Array.from({ length: MESSAGES }, () => randomUUID());
let isUp = Promise.resolve();
let isAnswering = Promise.resolve();
let kills = 0;
let stops = 0;

const send = async (id: string): Promise<boolean> => {
  const begun = performance.now();
  try {
    const response = await fetch(`http://127.0.0.1:${settings.PORT}/mail/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contact({ submissionId: id, message: `The message with the number ${id}` })),
    });
    if (response.status !== 200 || (await response.json()).ok !== true) return false;
    durations.push(performance.now() - begun);
    return true;
  } catch {
    return false;
  }
};

const killAndRestart = async (): Promise<void> => {
  kills += 1;
  site.kill('SIGKILL');
  await once(site, 'exit');
  site = await startMailSite(settings);
};

const stopAndContinue = async (): Promise<void> => {
  stops += 1;
  redis.kill('SIGSTOP');
  await sleep(STOP_MS);
  redis.kill('SIGCONT');
};

const visit = async (): Promise<void> => {
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    while (!acknowledged.has(id)) {
      if (await send(id)) acknowledged.add(id);
      else await isUp;
    }
    // The other clients keep sending. Kills and suspensions may overlap.
    if (acknowledged.size >= ((stops + 0.5) * MESSAGES) / (STOPS + 1) && stops < STOPS) isAnswering = stopAndContinue();
    if (acknowledged.size >= ((kills + 1) * MESSAGES) / (KILLS + 1) && kills < KILLS) isUp = killAndRestart();
  }
};

const idsOf = (pattern: RegExp) => relay.taken.map((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? 'none');

const begun = performance.now();
await Promise.all(Array.from({ length: CLIENTS }, visit));
await Promise.all([isUp, isAnswering]);
const sentS = (performance.now() - begun) / 1_000;

const limit = performance.now() + ARRIVAL_LIMIT_MS;
const arrived = () => new Set(idsOf(/^Message-ID: <([\da-f-]{36})@/im));
while (arrived().size < MESSAGES && performance.now() < limit) await sleep(250);
const arrivedS = (performance.now() - begun) / 1_000;
// Long enough for a duplicate delivery to happen.
await sleep(5_000);

const texts = new Set(idsOf(/number ([\da-f-]{36})/));
durations.sort((one, other) => one - other);
const result = {
  messages: MESSAGES,
  kills,
  stops,
  acknowledged: acknowledged.size,
  arrived: [...acknowledged].filter((id) => texts.has(id)).length,
  messageIds: arrived().size,
  repeatsUnderOneMessageId: relay.taken.length - arrived().size,
  slowestAnswerMs: Math.round(durations.at(-1) ?? 0),
  medianAnswerMs: Math.round(durations[Math.floor(durations.length / 2)] ?? 0),
  sentS: Math.round(sentS),
  arrivedS: Math.round(arrivedS),
};
console.log(JSON.stringify(result, null, 2));

site.kill('SIGKILL');
redis.kill('SIGKILL');
await relay.stop();
const isSound = result.arrived === MESSAGES && result.messageIds === MESSAGES && kills === KILLS && stops === STOPS;
process.exit(isSound ? 0 : 1);
