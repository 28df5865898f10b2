/**
 * `npm run bench:mail-survival`: what becomes of 2,000 messages while the server is killed thirty times (SIGKILL) and the
 * relay defers or drops every fourth mail; with SQLite alone, then with Redis, which is killed five times and paused
 * (SIGSTOP) five times meanwhile. Prints how many were accepted, lost, doubled and delivered although they were not
 * accepted, then how long it takes to accept a message at 50 messages a second. Exits with 1 if more is lost or doubled
 * than the goals allow. Needs redis-server. Takes about five minutes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { openRedis } from '../support/redis-server.ts';
import {
  killMailSite,
  listDelivered,
  sendNumbered,
  sendWhileKilled,
  startMailSite,
} from '../support/smtp-mail-site.ts';
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

const newDataDirectory = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'mail-survival-'));

const percentile = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0);

/** Of eight messages the relay drops one, and rejects another one temporarily. */
const behaviour = (attempt: number) => (attempt % 8 === 0 ? 'drop' : attempt % 8 === 4 ? 'busy' : 'accept');

const measureSurvival = async (store: 'sqlite' | 'redis') => {
  const relay = await startRelay(behaviour, undefined, stopLater);
  const redis = store === 'redis' ? await openRedis(await newDataDirectory(), stopLater) : null;
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: await newDataDirectory(),
    SMTP_URL: relay.url,
    ...(redis && { REDIS_URL: redis.url }),
  };
  const faults = { redisKills: 0, redisPauses: 0 };
  let redisFault = Promise.resolve();

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
  const disturbNextTime = async (share: number): Promise<void> => {
    const count = faults.redisKills + faults.redisPauses;
    const maxCount = REDIS_KILLS + REDIS_PAUSES;
    if (!redis || share < (count + 0.5) / maxCount || count >= maxCount) return;
    redisFault = redisFault.then(disturbRedis);
    await redisFault;
  };

  const startedAt = performance.now();
  const { accepted, durations, killed, kill } = await sendWhileKilled({
    settings,
    messages: MESSAGES,
    clients: CLIENTS,
    kills: KILLS,
    afterEach: disturbNextTime,
  });
  await redisFault;
  const sentS = Math.round((performance.now() - startedAt) / 1_000);
  const deadline = performance.now() + DELIVERY_LIMIT_MS;
  while (listDelivered(relay).messageIds.size < MESSAGES && performance.now() < deadline) await sleep(250);
  await sleep(SETTLE_MS);

  const { ids, messageIds } = listDelivered(relay);
  await kill();
  await redis?.stop();
  await relay.stop();
  return {
    store,
    kills: killed,
    ...faults,
    accepted: accepted.size,
    lost: [...accepted].filter((id) => !ids.has(id)).length,
    deliveredButNotAccepted: [...ids].filter((id) => !accepted.has(id)).length,
    doubled: relay.accepted.length - ids.size,
    underOtherMessageIds: messageIds.size - ids.size,
    acceptP50Ms: percentile(durations, 0.5),
    acceptP95Ms: percentile(durations, 0.95),
    sentS,
  };
};

/** Sends messages at a fixed rate, whether or not the ones before are accepted yet. */
const measureAcceptance = async () => {
  const relay = await startRelay(undefined, undefined, stopLater);
  const settings = { PORT: String(await freePort()), DATA_DIR: await newDataDirectory(), SMTP_URL: relay.url };
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
  await killMailSite(site);
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
