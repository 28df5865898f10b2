/**
 * `npm run bench:mail-survival`: what becomes of 2,000 messages while the server is killed thirty times (SIGKILL) and the
 * relay defers or drops every fourth mail; with SQLite alone, then with Redis, which is killed five times and paused
 * (SIGSTOP) five times meanwhile. Prints how many were accepted, lost, doubled and delivered although they were not
 * accepted, then how long it takes to accept a message at 50 messages a second. Exits with 1 if more is lost or doubled
 * than the goals allow. Needs redis-server. Takes about five minutes.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { openRedis } from '../support/redis-server.ts';
import { temporaryDirectory } from '../support/smtp-letters.ts';
import { sendNumbered, startMailSite } from '../support/smtp-mail-site.ts';
import { startRelay } from '../support/smtp-relay.ts';
import { stopLater } from '../support/stop-later.ts';

const MESSAGES = 2_000;
const KILLS = 30;
const REDIS_KILLS = 5;
const REDIS_PAUSES = 5;
const PAUSE_MS = 2_000;
const CLIENTS = 10;
const DELIVERY_LIMIT_MS = 240_000;
/** A possible second delivery has happened by then. */
const SETTLE_MS = 5_000;
const MAX_DOUBLED = 0.01;
const ACCEPT_RATE = 50;
const ACCEPT_S = 20;
const MAX_ACCEPT_P95_MS = 100;

const stop = async (process: ChildProcess): Promise<void> => {
  process.kill('SIGKILL');
  await once(process, 'exit');
};

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0);

const measureSurvival = async (store: 'sqlite' | 'redis') => {
  const relay = await startRelay((attempt) => (attempt % 8 === 0 ? 'drop' : attempt % 8 === 4 ? 'busy' : 'accept'));
  const redis = store === 'redis' ? await openRedis(stopLater, await temporaryDirectory()) : null;
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: await temporaryDirectory(),
    SMTP_URL: relay.url,
    ...(redis && { REDIS_URL: redis.url }),
  };
  let site = await startMailSite(settings);

  const accepted = new Set<string>();
  const durations: number[] = [];
  const waiting = Array.from({ length: MESSAGES }, () => randomUUID());
  const faults = { kills: 0, redisKills: 0, redisPauses: 0 };
  let restarted = Promise.resolve();
  let redisFault = Promise.resolve();

  const killSite = async (): Promise<void> => {
    faults.kills += 1;
    await stop(site);
    site = await startMailSite(settings);
  };

  const disturbRedis = async (): Promise<void> => {
    if (faults.redisPauses > faults.redisKills) {
      faults.redisKills += 1;
      await redis?.stop();
      await sleep(PAUSE_MS);
      await redis?.start();
      return;
    }
    faults.redisPauses += 1;
    redis?.pause();
    await sleep(PAUSE_MS);
    redis?.resume();
  };

  const sendMessages = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (;;) {
        const startedAt = performance.now();
        if (await sendNumbered(settings.PORT, id)) {
          durations.push(performance.now() - startedAt);
          accepted.add(id);
          break;
        }
        await restarted;
      }
      const share = accepted.size / MESSAGES;
      // Not awaited, because the other clients continue to send.
      if (share >= (faults.kills + 1) / (KILLS + 1) && faults.kills < KILLS) restarted = restarted.then(killSite);
      const redisFaults = faults.redisKills + faults.redisPauses;
      const maxRedisFaults = REDIS_KILLS + REDIS_PAUSES;
      if (redis && share >= (redisFaults + 0.5) / maxRedisFaults && redisFaults < maxRedisFaults) {
        redisFault = redisFault.then(disturbRedis);
        await redisFault;
      }
    }
  };

  const idsOf = (pattern: RegExp) =>
    relay.accepted.map((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? 'none');
  const countMessageIds = () => new Set(idsOf(/^Message-ID: <([\da-f-]{36})@/im)).size;

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, sendMessages));
  await Promise.all([restarted, redisFault]);
  const sentS = Math.round((performance.now() - startedAt) / 1_000);
  const deadline = performance.now() + DELIVERY_LIMIT_MS;
  while (countMessageIds() < MESSAGES && performance.now() < deadline) await sleep(250);
  await sleep(SETTLE_MS);

  const delivered = new Set(idsOf(/number ([\da-f-]{36})/));
  await stop(site);
  await redis?.stop();
  await relay.stop();
  return {
    store,
    ...faults,
    accepted: accepted.size,
    lost: [...accepted].filter((id) => !delivered.has(id)).length,
    deliveredButNotAccepted: [...delivered].filter((id) => !accepted.has(id)).length,
    doubled: relay.accepted.length - delivered.size,
    underOtherMessageIds: countMessageIds() - delivered.size,
    acceptP50Ms: percentile(durations, 0.5),
    acceptP95Ms: percentile(durations, 0.95),
    sentS,
  };
};

/** Sends messages at a fixed rate, whether or not the ones before are accepted yet. */
const measureAcceptance = async () => {
  const relay = await startRelay();
  const settings = { PORT: String(await freePort()), DATA_DIR: await temporaryDirectory(), SMTP_URL: relay.url };
  const site = await startMailSite(settings);
  const durations: number[] = [];
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  for (let count = 0; count < ACCEPT_RATE * ACCEPT_S; count += 1) {
    await sleep(Math.max(0, startedAt + (count * 1_000) / ACCEPT_RATE - performance.now()));
    const sentAt = performance.now();
    sending.push(
      sendNumbered(settings.PORT, randomUUID()).then((isAccepted) => {
        if (isAccepted) durations.push(performance.now() - sentAt);
      }),
    );
  }
  await Promise.all(sending);
  await relay.waitForAccepted(durations.length);
  await stop(site);
  await relay.stop();
  return {
    ratePerS: ACCEPT_RATE,
    sent: sending.length,
    accepted: durations.length,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    p99Ms: percentile(durations, 0.99),
  };
};

const survivals = [await measureSurvival('sqlite'), await measureSurvival('redis')];
console.table(survivals);
const acceptance = await measureAcceptance();
console.table([acceptance]);

const isSafe = survivals.every(
  ({ accepted, lost, deliveredButNotAccepted, doubled, underOtherMessageIds }) =>
    accepted === MESSAGES &&
    lost + deliveredButNotAccepted + underOtherMessageIds === 0 &&
    doubled <= MESSAGES * MAX_DOUBLED,
);
process.exit(isSafe && acceptance.accepted === acceptance.sent && acceptance.p95Ms < MAX_ACCEPT_P95_MS ? 0 : 1);
