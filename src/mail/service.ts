import 'server-only';
import path from 'node:path';
import { connectRedis, log } from '../framework/shared.ts';
import { type Client, createAcceptor } from './accept.ts';
import { createFileDelivery, createSmtpDelivery, type Delivery } from './delivery.ts';
import { createChallengeEndpoint, createMailEndpoint } from './endpoint.ts';
import { createFallbackOutbox } from './fallback-outbox.ts';
import { createMailDatabase, type MailDatabase } from './mail-database.ts';
import type { MessageKind } from './message-kind.ts';
import {
  CLEANUP_INTERVAL_MS,
  type DeliveryOutcome,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
} from './outbox.ts';
import { createQuarantine } from './quarantine.ts';
import { createRateLimits, DEFAULT_LIMITS, type Limits } from './rate-limits.ts';
import { createKeyring, readSecret, storeSecret } from './secret.ts';
import { shareSecret } from './shared-secret.ts';
import { type SiteRedis, toSiteRedis } from './site-redis.ts';
import { createSqliteOutbox } from './sqlite-outbox.ts';
import { takeOverFiles } from './take-over-files.ts';
import { createUsedProofs } from './used-proofs.ts';
import type { Verification, VerificationStore } from './verification.ts';

/** A kind of message and the addresses it goes to. */
export type RegisteredKind = MessageKind & { readonly to: readonly string[] };

export type MailSettings = {
  readonly kinds: readonly RegisteredKind[];
  /** `name@example.com` or `Name <name@example.com>`. */
  readonly from: string;
  readonly dataDir: string;
  /** The name with which mail is signed. */
  readonly siteName: () => Promise<string>;
  readonly redisUrl: string | null;
  readonly redisKeyPrefix: string;
  readonly smtpUrl: string | null;
  readonly autoReply: boolean;
  readonly retentionDays: number;
  /** Creates the verification of the site's forms. */
  readonly verification: (store: VerificationStore) => Verification;
  readonly limits?: Partial<Limits>;
  /** The back-off after the first failed delivery, in milliseconds. */
  readonly firstRetryMs?: number;
  /** The socket timeout of SMTP connections in milliseconds. */
  readonly relaySilenceMs?: number;
};

/** The database of the mail service. */
export const databaseFileIn = (dataDir: string): string => path.join(dataDir, 'mail.sqlite');

const createDelivery = (settings: MailSettings): Delivery => {
  const { kinds, from, smtpUrl, dataDir, retentionDays, relaySilenceMs } = settings;
  const addresses = { from, recipients: new Map(kinds.map(({ name, to }) => [name, to])) };
  if (smtpUrl === null) return createFileDelivery(path.join(dataDir, 'mail'), addresses, retentionDays);
  return createSmtpDelivery(smtpUrl, addresses, relaySilenceMs);
};

const createOutbox = async (
  settings: MailSettings,
  redis: SiteRedis | null,
  database: MailDatabase,
  delivery: Delivery,
): Promise<Outbox> => {
  const { kinds, dataDir, redisUrl, redisKeyPrefix, retentionDays, firstRetryMs } = settings;
  const options = {
    deliver: async (entry: OutboxEntry): Promise<DeliveryOutcome> => {
      const { route } = entry.mail;
      if (route !== 'reply' && !kinds.some(({ name }) => name === route)) {
        return { status: 'rejected', reason: 'unknown kind of message' };
      }
      const outcome = await delivery.deliver(entry);
      if (outcome.status !== 'rejected' || route !== 'reply') return outcome;
      // A mistyped email address needs no action by the operator.
      log.info({ id: entry.id, reason: outcome.reason }, 'the confirmation to the sender was rejected and is dropped');
      return { status: 'delivered' };
    },
    retentionDays,
    firstRetryMs,
  };
  const createOwn = (outboxOptions: OutboxOptions) => createSqliteOutbox(database, dataDir, outboxOptions);
  if (redis === null || redisUrl === null) return createOwn(options);
  const { createRedisOutbox } = await import('./redis-outbox.ts');
  return createFallbackOutbox({
    ...options,
    createMain: (outboxOptions) => createRedisOutbox(redis.client, redisUrl, redisKeyPrefix, outboxOptions),
    createOwn,
  });
};

const logSettings = ({ smtpUrl, redisUrl, dataDir, retentionDays, kinds }: MailSettings): void => {
  const outbox = redisUrl === null ? databaseFileIn(dataDir) : 'Redis';
  if (smtpUrl) log.info({ outbox, relay: new URL(smtpUrl).host }, 'mail is delivered over SMTP');
  else
    log.warn(
      { outbox, directory: path.join(dataDir, 'mail'), retentionDays },
      'SMTP_URL is not set: mail is written to files',
    );
  const isPlaceholder = (address: string): boolean => address.endsWith('@example.com');
  if (smtpUrl && kinds.some(({ to }) => to.some(isPlaceholder))) {
    log.warn('mail goes to a placeholder address at example.com: set MAIL_TO');
  }
};

const open = async (settings: MailSettings) => {
  const { dataDir, redisUrl, redisKeyPrefix, retentionDays } = settings;
  const redis = redisUrl === null ? null : toSiteRedis(await connectRedis(redisUrl), redisKeyPrefix);
  const database = createMailDatabase(databaseFileIn(dataDir));
  await takeOverFiles(dataDir, database).catch((error) =>
    log.error({ err: error }, 'messages of an earlier version are not taken over yet'),
  );
  const keyring = createKeyring(await readSecret(database));
  if (redis) await shareSecret(redis, keyring, (secret) => storeSecret(database, secret));
  const usedProofs = createUsedProofs(database, redis);
  const delivery = createDelivery(settings);
  const outbox = await createOutbox(settings, redis, database, delivery);
  const parts = {
    ...settings,
    outbox,
    quarantine: createQuarantine(database, retentionDays),
    limits: createRateLimits(redis, { ...DEFAULT_LIMITS, ...settings.limits }),
    verification: settings.verification({ keyring, usedProofs }),
  };
  const accept = createAcceptor(parts);
  return {
    ...parts,
    redis,
    database,
    delivery,
    usedProofs,
    accept,
    send: createMailEndpoint({ ...parts, accept }),
    challenge: createChallengeEndpoint(parts),
  };
};

/** Accepts, stores and delivers the messages of one site. Connections and files are opened by the first call. */
export const createMailService = (settings: MailSettings) => {
  let opened: ReturnType<typeof open> | null = null;
  let cleaning: NodeJS.Timeout | undefined;
  const ready = () => {
    opened ??= open(settings);
    return opened;
  };

  return {
    accept: async (input: unknown, client: Client) => (await ready()).accept(input, client),
    handleSend: async (request: Request, client: Client) => (await ready()).send(request, client),
    handleChallenge: async (request: Request, client: Client) => (await ready()).challenge(request, client),
    issueFormToken: async () => (await ready()).verification.issueFormToken(),
    /** `quarantined`: messages with a filled honeypot on this machine. */
    health: async () => {
      const { outbox, quarantine } = await ready();
      const [health, quarantined] = await Promise.all([outbox.health(), quarantine.count().catch(() => 0)]);
      return { ...health, quarantined };
    },
    start: async () => {
      logSettings(settings);
      const { outbox, quarantine, delivery, usedProofs } = await ready();
      await outbox.start();
      const clean = () =>
        void Promise.all([delivery.clean(), quarantine.clean(), usedProofs.clean()]).catch((error) =>
          log.error({ err: error }, 'what is past its retention cannot be removed'),
        );
      clearInterval(cleaning);
      cleaning = setInterval(clean, CLEANUP_INTERVAL_MS).unref();
      clean();
    },
    stop: async (limitMs: number) => {
      clearInterval(cleaning);
      if (!opened) return;
      const { outbox, database, delivery, redis } = await opened;
      await outbox.stop(limitMs);
      delivery.close(true);
      redis?.client.disconnect();
      database.close();
      opened = null;
    },
  };
};

export type MailService = ReturnType<typeof createMailService>;
