/*
 * `npm run mail -- COMMAND`: shows what the outbox contains, and sends again what was not delivered. It uses the
 * settings of the site, and may run while the site does.
 */
import 'server-only';
import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import { env } from './env.ts';
import { connectRedis, log, parseJson } from './framework/shared.ts';
import { createFileDelivery } from './mail/delivery.ts';
import { createMailDatabase } from './mail/mail-database.ts';
import { OutboxEntry } from './mail/outbox.ts';
import { databaseFileIn } from './mail/service.ts';
import { mailKinds } from './mail-kinds.ts';

const USAGE = `npm run mail -- list               messages that are not delivered, and those in the quarantine
npm run mail -- list all           all messages
npm run mail -- show ID            one message, and what became of each attempt
npm run mail -- retry ID …         sends messages that are not delivered, dead or quarantined ones too, now
npm run mail -- discard ID …       removes messages that are not delivered, without sending them
npm run mail -- export DIRECTORY   writes what is not delivered as .eml files, which any mail program opens
npm run mail -- backup FILE        copies the database while the site runs
`;

type StoredMessage = {
  readonly id: string;
  readonly state: string;
  /** Null: this version of the site cannot read it. */
  readonly entry: OutboxEntry | null;
  /** With Redis, only the last one that failed. */
  readonly attempts: readonly { readonly at: number; readonly state: string; readonly reason: string | null }[];
  readonly retry: () => Promise<unknown>;
  readonly discard: () => Promise<unknown>;
};

/** A message for the operator instead of a stack. */
class CommandError extends Error {}

const file = databaseFileIn(env.DATA_DIR);
const database = createMailDatabase(file);

/** The queue of all instances and its connection; null: there is no Redis, or it does not answer. */
const openRedis = async () => {
  if (!env.REDIS_URL) return null;
  // Replaced by one sentence below.
  log.level = 'silent';
  const connection = await connectRedis(env.REDIS_URL);
  if (connection.status === 'ready') {
    // BullMQ is loaded only if there is a queue to read.
    const { openQueue } = await import('./mail/redis-outbox.ts');
    return { connection, queue: openQueue(connection, env.REDIS_KEY_PREFIX) };
  }
  connection.disconnect();
  console.error('Redis does not answer: only the messages that this instance has stored itself are known.');
  process.exitCode = 1;
  return null;
};

const Row = z.object({ id: z.string(), state: z.string(), entry: z.string() });
const AttemptRow = z.object({ at: z.number(), state: z.string(), reason: z.string().nullable() });

const listInDatabase = (): Promise<StoredMessage[]> =>
  database.run((sqlite) => {
    const attemptsOf = sqlite.prepare('SELECT at, state, reason FROM attempts WHERE message = ? ORDER BY at');
    const rows = sqlite.prepare('SELECT id, state, entry FROM messages ORDER BY accepted_at').all();
    return rows.map((row) => {
      const { id, state, entry } = Row.parse(row);
      const change = (sql: string) => () => database.run((open) => open.prepare(sql).run(id));
      return {
        id,
        state,
        entry: OutboxEntry.safeParse(parseJson(entry)).data ?? null,
        attempts: attemptsOf.all(id).map((attempt) => AttemptRow.parse(attempt)),
        retry: change(`UPDATE messages SET state = 'pending', due_at = 0, failures = 0 WHERE id = ?`),
        discard: change('DELETE FROM messages WHERE id = ?'),
      };
    });
  });

const listInRedis = async (open: Queue): Promise<StoredMessage[]> => {
  const states = {
    pending: ['waiting', 'delayed', 'prioritized', 'active'],
    delivered: ['completed'],
    dead: ['failed'],
  } as const;
  const lists = Object.entries(states).map(async ([state, jobStates]) =>
    (await open.getJobs([...jobStates])).map(
      (job): StoredMessage => ({
        id: job.id ?? '',
        state,
        entry: OutboxEntry.safeParse(job.data).data ?? null,
        // BullMQ keeps the reason when a later attempt succeeds.
        attempts:
          job.failedReason && state !== 'delivered'
            ? [{ at: job.processedOn ?? job.timestamp, state, reason: job.failedReason }]
            : [],
        retry: async () => {
          if (state === 'dead') await job.retry('failed', { resetAttemptsMade: true });
          else if (await job.isDelayed()) await job.promote();
        },
        discard: () => job.remove(),
      }),
    ),
  );
  return (await Promise.all(lists)).flat();
};

const stored = env.REDIS_URL === null ? 'no message was ever stored' : 'this instance has stored no message itself';
const NO_DATABASE = `There is no ${file}: ${stored}, or DATA_DIR is another directory.`;

/** @throws {Error} if this user may not look into DATA_DIR, which `existsSync` would take for a missing file. */
const hasDatabase = (): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

const listAll = async (): Promise<StoredMessage[]> => {
  const isPresent = hasDatabase();
  if (!isPresent) console.error(NO_DATABASE);
  return [...(isPresent ? await listInDatabase() : []), ...(redis ? await listInRedis(redis.queue) : [])];
};

const isDelivered = ({ state }: StoredMessage): boolean => state === 'delivered';

/**
 * Changes the messages one by one and prints the result of each; a failure does not prevent the others. Those that the
 * site has delivered since the operator listed them are not changed.
 */
const changeEach = async (
  messages: readonly StoredMessage[],
  change: (message: StoredMessage) => Promise<unknown>,
  toSentence: (id: string) => string,
): Promise<void> => {
  for (const message of messages) {
    if (isDelivered(message)) {
      console.log(`${message.id} has been delivered already.`);
      continue;
    }
    try {
      await change(message);
      console.log(toSentence(message.id));
    } catch (error) {
      console.error(`${message.id} was not changed: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
};

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const toLine = ({ id, state, entry, attempts }: StoredMessage): string => {
  const facts = entry ? [timeOf(entry.acceptedAt), entry.mail.subject] : ['unreadable'];
  return [id.padEnd(42), state.padEnd(11), ...facts, attempts.at(-1)?.reason ?? ''].join('  ').trimEnd();
};

const toText = (message: StoredMessage): string =>
  [
    toLine(message),
    ...message.attempts.map(({ at, state, reason }) => `  ${timeOf(at)}  ${state}  ${reason ?? ''}`.trimEnd()),
    '',
    message.entry?.mail.text ?? 'This version of the site cannot read the message.',
  ].join('\n');

const find = async (ids: readonly string[]): Promise<StoredMessage[]> => {
  const messages = await listAll();
  const missing = ids.find((id) => !messages.some((message) => message.id === id));
  if (ids.length === 0) throw new CommandError('Name the id of a message, as `npm run mail -- list` shows it.');
  if (missing !== undefined) throw new CommandError(`There is no such message with the id ${missing}.`);
  return messages.filter(({ id }) => ids.includes(id));
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  list: async ([which]) => {
    const messages = (await listAll()).filter((message) => which === 'all' || !isDelivered(message));
    console.log(messages.length === 0 ? 'No messages.' : messages.map(toLine).join('\n'));
  },
  show: async (ids) => console.log((await find(ids)).map(toText).join('\n')),
  retry: async (ids) =>
    changeEach(
      await find(ids),
      ({ retry }) => retry(),
      (id) => `${id} is sent within a few seconds, if the site runs.`,
    ),
  discard: async (ids) =>
    changeEach(
      await find(ids),
      ({ discard }) => discard(),
      (id) => `${id} was removed.`,
    ),
  export: async ([directory = '.']) => {
    const recipients = new Map(mailKinds.map(({ name, to }) => [name, to]));
    const { deliver } = createFileDelivery(directory, { from: env.MAIL_FROM, recipients }, Number.POSITIVE_INFINITY);
    let written = 0;
    for (const { id, entry } of (await listAll()).filter((message) => !isDelivered(message))) {
      const outcome = entry ? await deliver(entry) : { status: 'failed', reason: 'this version cannot read it' };
      if (outcome.status === 'delivered') {
        written += 1;
        continue;
      }
      console.error(`${id} was not written: ${'reason' in outcome ? outcome.reason : outcome.status}.`);
      process.exitCode = 1;
    }
    console.log(`Messages written to ${directory}: ${written}. They stay in the outbox.`);
  },
  backup: async ([target]) => {
    if (target === undefined) throw new CommandError('Name the file: npm run mail -- backup FILE');
    if (existsSync(target)) throw new CommandError(`${target} exists.`);
    if (!hasDatabase()) throw new CommandError(NO_DATABASE);
    // Like the database, the copy is for its owner only: it contains messages and the secret that signs forms.
    process.umask(0o077);
    try {
      const source = new DatabaseSync(file);
      await backup(source, target);
      source.close();
    } catch (error) {
      // SQLite would take what is left of it for an empty database.
      await rm(target, { force: true }).catch(() => undefined);
      const reason = error instanceof Error ? error.message : error;
      throw new CommandError(`${file} could not be copied to ${target}: ${reason}.`);
    }
    console.log(`${file} was copied to ${target}.`);
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
// A backup copies the database only.
const redis = command && command !== commands.backup ? await openRedis() : null;
try {
  if (command) await command(args);
  else if (name === '') console.log(USAGE);
  else throw new CommandError(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await redis?.queue.close();
  redis?.connection.disconnect();
}
