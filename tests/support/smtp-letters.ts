import { mkdir, rm, rmdir } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { abuseMessageKind } from '../../src/features/abuse-report/abuse-message-kind.ts';
import { contactMessageKind } from '../../src/features/contact/contact-message-kind.ts';
import { applicationMessageKind } from '../../src/features/rsoc-application/application-message-kind.ts';
import { createAltcha } from '../../src/forms/altcha-verification.ts';
import { openVerification } from '../../src/forms/verification.ts';
import { parseJson } from '../../src/framework/shared.ts';
import type { Client } from '../../src/mail/accept.ts';
import { createMailDatabase, type MailDatabase } from '../../src/mail/mail-database.ts';
import { OutboxEntry } from '../../src/mail/outbox.ts';
import { createMailService, databaseFileIn, type MailService, type MailSettings } from '../../src/mail/service.ts';
import { countMailEvents } from './mail-events.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** The payload of a contact message. */
export const contact = (changes: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'contact' as const,
  name: 'Ada Example',
  email: 'ada@example.org',
  topic: 'account',
  message: 'I have 40 domains, mostly type-in traffic from Germany.',
  ...changes,
});

/** The payload of an abuse report. */
export const abuseReport = (changes: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'abuse' as const,
  category: 'phishing',
  urls: 'https://first-name.com/login\nhxxps://second-name[.]com',
  seen: 'A page that asks for the password of a bank.',
  seenAt: '24 November 2026, 14:05 CET',
  country: 'Germany',
  reason: 'It imitates the bank to obtain passwords.',
  name: 'Ada Example',
  email: 'ada@example.org',
  goodFaith: true,
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

/** The id of a message that has to be accepted. */
export const acceptMail = async (mail: Pick<MailService, 'accept'>, input: unknown = contact()): Promise<string> => {
  const acceptance = await mail.accept(input, visitor());
  if (acceptance.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(acceptance)}`);
  return acceptance.id;
};

const MANY = { points: 1_000_000, perS: 600 } as const;
const NO_LIMITS = {
  calls: MANY,
  address: MANY,
  unverifiedAddress: MANY,
  total: MANY,
  unverifiedTotal: MANY,
} as const;

/** The kinds of message of the site; contact messages go to `team`. */
export const kindsTo = (team: readonly string[]) => [
  { ...contactMessageKind, to: team },
  { ...applicationMessageKind, to: ['rsoc@site.test'] },
  { ...abuseMessageKind, to: ['abuse@site.test'] },
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
  verification: (store) => openVerification((secret) => createAltcha(secret, 10), store),
  limits: NO_LIMITS,
  firstRetryMs: 20,
  ...changes,
});

/** An empty database, which is closed when the test ends. */
export const openTestDatabase = async (): Promise<MailDatabase> => {
  const database = createMailDatabase(databaseFileIn(temporaryDirectory()));
  onTestFinished(database.close);
  return database;
};

const useDatabase = async <Result>(dataDir: string, work: (open: DatabaseSync) => Result): Promise<Result> => {
  const database = createMailDatabase(databaseFileIn(dataDir));
  return database.run(work).finally(database.close);
};

const Attempt = z.object({ state: z.string(), reason: z.string().nullable() });
const Row = z.object({ id: z.string(), state: z.string(), failures: z.number(), entry: z.string() });

/** The messages in the database of a data directory, by their age. */
export const listMessages = (dataDir: string) =>
  useDatabase(dataDir, (open) => {
    const attempts = open.prepare('SELECT state, reason FROM attempts WHERE message = ? ORDER BY at');
    const rows = open.prepare('SELECT * FROM messages ORDER BY accepted_at, id').all();
    return rows.map((row) => {
      const { id, state, failures, entry } = Row.parse(row);
      return {
        id,
        state,
        failures,
        entry: OutboxEntry.safeParse(parseJson(entry)).data,
        attempts: attempts.all(id).map((attempt) => Attempt.parse(attempt)),
      };
    });
  });

/** The ids of the messages in this state, by their age. */
export const listIds = async (dataDir: string, state: string): Promise<string[]> =>
  (await listMessages(dataDir)).filter((message) => message.state === state).map(({ id }) => id);

/** Sends a dead letter or a quarantined message again, as an operator does. */
export const retryMessage = (dataDir: string, id: string): Promise<unknown> =>
  useDatabase(dataDir, (open) =>
    open.prepare(`UPDATE messages SET state = 'pending', due_at = 0, failures = 0 WHERE id = ?`).run(id),
  );

/** Removes a message, as if the process had been killed before it stored it. */
export const removeMessage = (dataDir: string, id: string): Promise<unknown> =>
  useDatabase(dataDir, (open) => open.prepare('DELETE FROM messages WHERE id = ?').run(id));

/** Puts a directory in place of the database, so that nothing can be stored. Returns a function that removes it. */
export const blockDatabase = async (dataDir: string): Promise<() => Promise<void>> => {
  const file = databaseFileIn(dataDir);
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
  await mkdir(file);
  return () => rmdir(file);
};

/** `events` counts what happens to messages in this process since the service was created. */
export const createTestMail = async (changes: Partial<MailSettings> = {}) => {
  const dataDir = changes.dataDir ?? temporaryDirectory();
  return { ...createMailService(settings(dataDir, changes)), dataDir, events: await countMailEvents() };
};

export type TestMail = Awaited<ReturnType<typeof createTestMail>>;

export const post = (body: BodyInit, headers: Record<string, string> = {}): Request =>
  new Request('http://site.test/mail/send', {
    method: 'POST',
    body,
    headers: { ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
  });
