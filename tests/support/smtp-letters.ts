import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { contactMessageKind } from '../../src/features/contact/contact-message-kind.ts';
import { applicationMessageKind } from '../../src/features/rsoc-application/application-message-kind.ts';
import { createAltcha } from '../../src/forms/altcha-verification.ts';
import { createVerification } from '../../src/forms/verification.ts';
import type { Client } from '../../src/mail/accept.ts';
import { createMailDatabase, type MailDatabase } from '../../src/mail/mail-database.ts';
import { createMailService, databaseFileIn, type MailSettings } from '../../src/mail/service.ts';
import { openDatabaseMessages, type StoredMessage } from '../../src/mail/stored-messages.ts';
import { countMailEvents } from './mail-events.ts';

/** The payload of a contact message. */
export const contact = (changes: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'contact' as const,
  name: 'Ada Example',
  email: 'ada@example.org',
  topic: 'account',
  message: 'I have 40 domains, mostly type-in traffic from Germany.',
  ...changes,
});

export const application = (changes: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'application' as const,
  name: 'Ada Example',
  email: 'ada@example.org',
  country: 'DE',
  isCustomer: 'no',
  domainCount: 2,
  domainList: 'first-name.com\nbücher-regal.de',
  subjects: ['travel'],
  languages: ['de'],
  targetCountries: 'Germany',
  monthlyVisitors: 4_000,
  trafficKinds: ['type-in'],
  adultShare: 0,
  articles: 'ours',
  adsense: 'none',
  agreesToReview: true,
  agreesToTerms: true,
  ...changes,
});

export const visitor = (changes: Partial<Client> = {}): Client => ({ address: '192.0.2.1', ...changes });

const MANY = { points: 1_000_000, perS: 600 } as const;
export const NO_LIMITS = {
  calls: MANY,
  challenges: MANY,
  address: MANY,
  unverifiedAddress: MANY,
  total: MANY,
  unverifiedTotal: MANY,
} as const;

export const temporaryDirectory = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'mail-test-'));

/** The kinds of message of the site; contact messages go to `team`. */
export const kindsTo = (team: readonly string[]) => [
  { ...contactMessageKind, to: team },
  { ...applicationMessageKind, to: ['rsoc@site.test'] },
];

export const settings = (dataDir: string, changes: Partial<MailSettings> = {}): MailSettings => ({
  kinds: kindsTo(['team@site.test']),
  dataDir,
  siteName: async () => 'Freehold',
  redisUrl: null,
  redisKeyPrefix: 'site',
  smtpUrl: null,
  from: 'Website <website@site.test>',
  autoReply: false,
  retentionDays: 30,
  verification: (store) => createVerification(createAltcha(store.keyring, 10), store),
  limits: NO_LIMITS,
  firstRetryMs: 20,
  relaySilenceMs: 300,
  ...changes,
});

/** An empty database, which is closed when the test ends. */
export const openTestDatabase = async (): Promise<MailDatabase> => {
  const database = createMailDatabase(databaseFileIn(await temporaryDirectory()));
  onTestFinished(database.close);
  return database;
};

/** The messages in the database of a data directory. */
export const listMessages = async (dataDir: string): Promise<readonly StoredMessage[]> => {
  const messages = openDatabaseMessages(createMailDatabase(databaseFileIn(dataDir)));
  return messages.list().finally(messages.close);
};

/** The ids of the messages in this state, by their age. */
export const listIds = async (dataDir: string, state: string): Promise<string[]> =>
  (await listMessages(dataDir)).filter((message) => message.state === state).map(({ id }) => id);

/** Sends a dead letter or a quarantined message again, as an operator does. */
export const retryMessage = async (dataDir: string, id: string): Promise<boolean> => {
  const messages = openDatabaseMessages(createMailDatabase(databaseFileIn(dataDir)));
  return messages.retry(id).finally(messages.close);
};

/** Puts a directory in place of the database, so that nothing can be stored. Returns a function that removes it. */
export const blockDatabase = async (dataDir: string): Promise<() => Promise<void>> => {
  const file = databaseFileIn(dataDir);
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
  await mkdir(file);
  return () => rmdir(file);
};

/** `events` counts what happens to messages in this process since the service was created. */
export const createTestMail = async (changes: Partial<MailSettings> = {}) => {
  const dataDir = changes.dataDir ?? (await temporaryDirectory());
  return { ...createMailService(settings(dataDir, changes)), dataDir, events: await countMailEvents() };
};

export type TestMail = Awaited<ReturnType<typeof createTestMail>>;

export const post = (body: BodyInit, headers: Record<string, string> = {}): Request =>
  new Request('http://site.test/mail/send', {
    method: 'POST',
    body,
    headers: { ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
  });
