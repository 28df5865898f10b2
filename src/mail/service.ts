import 'server-only';
import path from 'node:path';
import { connectRedis, log } from '../framework/shared.ts';
import { type Client, createAcceptor } from './accept.ts';
import { createCaptcha } from './captcha.ts';
import { createAltcha } from './captcha-altcha.ts';
import { createExternalCaptcha, type ExternalCaptchaSettings } from './captcha-external.ts';
import { createFileDelivery, createSmtpDelivery, type Delivery } from './delivery.ts';
import { createDiskOutbox } from './disk-outbox.ts';
import { createChallengeEndpoint, createMailEndpoint } from './endpoint.ts';
import { createFallbackOutbox } from './fallback-outbox.ts';
import { createFormTokens } from './form-token.ts';
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
import { createSolutionClaims } from './solution-claims.ts';

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
  readonly captcha: { readonly provider: 'altcha'; readonly cost: number } | ExternalCaptchaSettings;
  readonly limits?: Partial<Limits>;
  /** The back-off after the first failed delivery, in milliseconds. */
  readonly firstRetryMs?: number;
  /** How long mail that was accepted while Redis was down waits for Redis, in milliseconds. */
  readonly fallbackGraceMs?: number;
  /** The socket timeout of SMTP connections in milliseconds. */
  readonly relaySilenceMs?: number;
};

const createDelivery = (settings: MailSettings): Delivery => {
  const { kinds, from, smtpUrl, dataDir, retentionDays, relaySilenceMs } = settings;
  const addresses = { from, recipients: new Map(kinds.map(({ name, to }) => [name, to])) };
  if (smtpUrl === null) return createFileDelivery(path.join(dataDir, 'mail'), addresses, retentionDays);
  return createSmtpDelivery(smtpUrl, addresses, relaySilenceMs);
};

const createOutbox = async (settings: MailSettings, redis: SiteRedis | null, delivery: Delivery): Promise<Outbox> => {
  const { kinds, dataDir, redisUrl, redisKeyPrefix, retentionDays, firstRetryMs, fallbackGraceMs } = settings;
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
  const createDisk = (outboxOptions: OutboxOptions) => createDiskOutbox(path.join(dataDir, 'outbox'), outboxOptions);
  if (redis === null || redisUrl === null) return createDisk(options);
  const { createRedisOutbox } = await import('./redis-outbox.ts');
  return createFallbackOutbox({
    ...options,
    createMain: (outboxOptions) => createRedisOutbox(redis.client, redisUrl, redisKeyPrefix, outboxOptions),
    createFallback: createDisk,
    graceMs: fallbackGraceMs,
  });
};

const logSettings = ({ smtpUrl, redisUrl, dataDir, retentionDays, kinds }: MailSettings): void => {
  const outbox = redisUrl === null ? path.join(dataDir, 'outbox') : 'Redis';
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
  const { redisUrl, redisKeyPrefix } = settings;
  const redis = redisUrl === null ? null : toSiteRedis(await connectRedis(redisUrl), redisKeyPrefix);
  const keyring = createKeyring(await readSecret(settings.dataDir));
  if (redis) await shareSecret(redis, keyring, (secret) => storeSecret(settings.dataDir, secret));
  const claims = createSolutionClaims(redis, path.join(settings.dataDir, 'captcha'));
  const { captcha } = settings;
  const provider = captcha.provider === 'altcha' ? createAltcha(keyring, captcha.cost) : createExternalCaptcha(captcha);
  const delivery = createDelivery(settings);
  const outbox = await createOutbox(settings, redis, delivery);
  const parts = {
    ...settings,
    outbox,
    quarantine: createQuarantine(path.join(settings.dataDir, 'outbox', 'quarantine'), settings.retentionDays),
    limits: createRateLimits(redis, { ...DEFAULT_LIMITS, ...settings.limits }),
    captcha: createCaptcha(provider, claims),
    formTokens: createFormTokens(keyring),
  };
  const accept = createAcceptor(parts);
  return {
    ...parts,
    redis,
    delivery,
    claims,
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
    issueFormToken: async () => (await ready()).formTokens.issue(),
    isWritable: async () => (await ready()).outbox.isWritable(),
    /** `quarantined`: messages with a filled honeypot on this machine. */
    health: async () => {
      const { outbox, quarantine } = await ready();
      const [health, quarantined] = await Promise.all([outbox.health(), quarantine.count().catch(() => 0)]);
      return { ...health, quarantined };
    },
    start: async () => {
      logSettings(settings);
      const { outbox, quarantine, delivery, claims } = await ready();
      await outbox.start();
      const clean = () =>
        void Promise.all([delivery.clean(), quarantine.clean(), claims.clean()]).catch((error) =>
          log.error({ err: error }, 'files that are past their retention cannot be removed'),
        );
      clearInterval(cleaning);
      cleaning = setInterval(clean, CLEANUP_INTERVAL_MS).unref();
      clean();
    },
    stop: async (limitMs: number) => {
      clearInterval(cleaning);
      if (!opened) return;
      const { outbox, delivery, redis } = await opened;
      await outbox.stop(limitMs);
      delivery.close(true);
      redis?.client.disconnect();
      opened = null;
    },
  };
};

export type MailService = ReturnType<typeof createMailService>;
