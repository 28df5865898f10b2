import 'server-only';
import path from 'node:path';
import { connectRedis } from '../framework/shared.ts';
import { type Client, createAcceptor, type Verification } from './accept.ts';
import { createFileDelivery, createSmtpDelivery, type Delivery } from './delivery.ts';
import { createMailEndpoint } from './endpoint.ts';
import { createMailDatabase, type MailDatabase, type MailStore } from './mail-database.ts';
import type { MessageKind } from './message-kind.ts';
import type { Outbox } from './outbox.ts';
import { createRateLimits, DEFAULT_LIMITS, type Limits } from './rate-limits.ts';
import { createSqliteOutbox } from './sqlite-outbox.ts';

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
  /** Called with the database before the service uses it. It never rejects. */
  readonly prepare?: (database: MailDatabase) => Promise<void>;
  /** Opens the verification of the site's forms. */
  readonly verification: (store: MailStore) => Promise<Verification>;
  readonly limits?: Partial<Limits>;
  /** The back-off after the first failed delivery, in milliseconds. */
  readonly firstRetryMs?: number;
  /** The socket timeout of SMTP connections in milliseconds. */
  readonly relaySilenceMs?: number;
};

/** The database of the mail service. */
export const databaseFileIn = (dataDir: string): string => path.join(dataDir, 'mail.sqlite');

const createDelivery = ({ kinds, from, smtpUrl, dataDir, retentionDays, relaySilenceMs }: MailSettings): Delivery => {
  const addresses = { from, recipients: new Map(kinds.map(({ name, to }) => [name, to])) };
  return smtpUrl === null
    ? createFileDelivery(path.join(dataDir, 'mail'), addresses, retentionDays)
    : createSmtpDelivery(smtpUrl, addresses, relaySilenceMs);
};

const createOutbox = async (settings: MailSettings, { database, redis }: MailStore, { deliver }: Delivery) => {
  const { redisUrl: url, redisKeyPrefix: keyPrefix, retentionDays, firstRetryMs } = settings;
  const options = { deliver, retentionDays, firstRetryMs };
  const own: Outbox = createSqliteOutbox(database, options);
  if (redis === null || url === null) return own;
  const { createRedisOutbox } = await import('./redis-outbox.ts');
  return createRedisOutbox({ ...options, redis: redis.client, url, keyPrefix, own });
};

const open = async (settings: MailSettings) => {
  const { dataDir, redisUrl, redisKeyPrefix } = settings;
  const keyOf = (name: string): string => `${redisKeyPrefix}:mail:${name}`;
  const redis = redisUrl === null ? null : { client: await connectRedis(redisUrl), keyOf };
  const database = createMailDatabase(databaseFileIn(dataDir));
  const store = { database, redis };
  await settings.prepare?.(database);
  const delivery = createDelivery(settings);
  const outbox = await createOutbox(settings, store, delivery);
  const limits = createRateLimits(redis, { ...DEFAULT_LIMITS, ...settings.limits });
  const verification = await settings.verification(store);
  const accept = createAcceptor({ ...settings, outbox, limits, verification });
  return { ...store, delivery, outbox, verification, accept, send: createMailEndpoint(limits, accept) };
};

/** Accepts, stores and delivers the messages of one site. Connections and files are opened by the first call. */
export const createMailService = (settings: MailSettings) => {
  let opened: ReturnType<typeof open> | null = null;
  const ready = () => {
    opened ??= open(settings);
    return opened;
  };

  return {
    accept: async (input: unknown, client: Client) => (await ready()).accept(input, client),
    handleSend: async (request: Request, client: Client) => (await ready()).send(request, client),
    handleChallenge: async (request: Request) => (await ready()).verification.handleChallenge(request),
    issueFormToken: async () => (await ready()).verification.issueFormToken(),
    health: async () => (await ready()).outbox.health(),
    start: async () => (await ready()).outbox.start(),
    stop: async (limitMs: number) => {
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

let provided: MailService | null = null;

/** Sets the service that pages and server actions use. Called once, by src/site-mail.ts. */
export const provideMail = (service: MailService): MailService => {
  provided = service;
  return service;
};

/**
 * The mail service of this process.
 *
 * @throws {Error} before `provideMail` was called.
 */
export const mail = (): MailService => {
  if (provided === null) throw new Error('There is no mail service yet: call provideMail first.');
  return provided;
};
