/**
 * `npm run bench:mail-survival`: sends 500 messages while the server is killed ten times (SIGKILL) and Redis is suspended three
 * times (SIGSTOP). Prints how many were acknowledged and delivered, and exits with 1 if one was lost or sent under two
 * Message-IDs. Needs redis-server. Takes about two minutes, mostly until the leases of killed processes expire.
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
const SUSPENSIONS = 3;
const SUSPENDED_MS = 4_000;
const CLIENTS = 20;
const DELIVERY_LIMIT_MS = 240_000;

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
let siteRestarted = Promise.resolve();
let redisResumed = Promise.resolve();
let kills = 0;
let suspensions = 0;

/** Sends a message. Resolves to whether it was acknowledged. */
const send = async (id: string): Promise<boolean> => {
  const startedAt = performance.now();
  try {
    const response = await fetch(`http://127.0.0.1:${settings.PORT}/mail/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contact({ submissionId: id, message: `The message with the number ${id}` })),
    });
    if (response.status !== 200 || (await response.json()).ok !== true) return false;
    durations.push(performance.now() - startedAt);
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

const suspendRedis = async (): Promise<void> => {
  suspensions += 1;
  redis.kill('SIGSTOP');
  await sleep(SUSPENDED_MS);
  redis.kill('SIGCONT');
};

const sendMessages = async (): Promise<void> => {
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    while (!acknowledged.has(id)) {
      if (await send(id)) acknowledged.add(id);
      else await siteRestarted;
    }
    // Not awaited, because the other clients continue to send. Kills and suspensions may overlap.
    if (acknowledged.size >= ((suspensions + 0.5) * MESSAGES) / (SUSPENSIONS + 1) && suspensions < SUSPENSIONS)
      redisResumed = suspendRedis();
    if (acknowledged.size >= ((kills + 1) * MESSAGES) / (KILLS + 1) && kills < KILLS) siteRestarted = killAndRestart();
  }
};

const idsOf = (pattern: RegExp) =>
  relay.accepted.map((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? 'none');

const startedAt = performance.now();
await Promise.all(Array.from({ length: CLIENTS }, sendMessages));
await Promise.all([siteRestarted, redisResumed]);
const sentS = (performance.now() - startedAt) / 1_000;

const deadline = performance.now() + DELIVERY_LIMIT_MS;
const messageIds = () => new Set(idsOf(/^Message-ID: <([\da-f-]{36})@/im));
while (messageIds().size < MESSAGES && performance.now() < deadline) await sleep(250);
const deliveredS = (performance.now() - startedAt) / 1_000;
// Time for a possible duplicate delivery.
await sleep(5_000);

const deliveredIds = new Set(idsOf(/number ([\da-f-]{36})/));
durations.sort((one, other) => one - other);
const result = {
  messages: MESSAGES,
  kills,
  suspensions,
  acknowledged: acknowledged.size,
  delivered: [...acknowledged].filter((id) => deliveredIds.has(id)).length,
  messageIds: messageIds().size,
  duplicatesWithSameMessageId: relay.accepted.length - messageIds().size,
  slowestResponseMs: Math.round(durations.at(-1) ?? 0),
  medianResponseMs: Math.round(durations[Math.floor(durations.length / 2)] ?? 0),
  sentS: Math.round(sentS),
  deliveredS: Math.round(deliveredS),
};
console.log(JSON.stringify(result, null, 2));

site.kill('SIGKILL');
redis.kill('SIGKILL');
await relay.stop();
const isSuccess =
  result.delivered === MESSAGES && result.messageIds === MESSAGES && kills === KILLS && suspensions === SUSPENSIONS;
process.exit(isSuccess ? 0 : 1);
