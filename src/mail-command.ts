/*
 * `npm run mail -- COMMAND`: shows what the outbox contains, and sends again what was not delivered. It uses the settings of the site, and may
 * run while the site does.
 */
import 'server-only';
import { existsSync } from 'node:fs';
import { env } from './env.ts';
import { createFileDelivery } from './mail/delivery.ts';
import { createMailDatabase } from './mail/mail-database.ts';
import { databaseFileIn } from './mail/service.ts';
import {
  type MessageStore,
  openDatabaseMessages,
  openRedisMessages,
  type StoredMessage,
} from './mail/stored-messages.ts';
import { mailKinds } from './mail-kinds.ts';

const USAGE = `npm run mail -- list               messages that are not delivered, and those in the quarantine
npm run mail -- list all           all messages
npm run mail -- show ID            one message, and what became of each attempt
npm run mail -- retry ID …         sends dead or quarantined messages again
npm run mail -- discard ID …       removes messages that are not delivered, without sending them
npm run mail -- export DIRECTORY   writes what is not delivered as .eml files, which any mail program opens
npm run mail -- backup FILE        copies the database while the site runs
`;

const file = databaseFileIn(env.DATA_DIR);
const database = createMailDatabase(file);
const stores: readonly MessageStore[] = [
  ...(existsSync(file) ? [openDatabaseMessages(database)] : []),
  ...(env.REDIS_URL === null ? [] : [openRedisMessages(env.REDIS_URL, env.REDIS_KEY_PREFIX)]),
];

const listAll = async (): Promise<StoredMessage[]> => (await Promise.all(stores.map(({ list }) => list()))).flat();

const isDelivered = ({ state }: StoredMessage): boolean => state === 'delivered';

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const toLine = ({ id, state, acceptedAt, entry, attempts }: StoredMessage): string =>
  [
    id.padEnd(42),
    state.padEnd(11),
    timeOf(acceptedAt),
    `${attempts.length} attempts`,
    entry?.mail.subject ?? 'unreadable',
    attempts.at(-1)?.reason,
  ]
    .filter((part) => part !== undefined && part !== null)
    .join('  ');

const toText = (message: StoredMessage): string =>
  [
    toLine(message),
    ...message.attempts.map(({ at, result, reason }) => `  ${timeOf(at)}  ${result}  ${reason ?? ''}`.trimEnd()),
    '',
    message.entry?.mail.text ?? 'This version of the site cannot read the message.',
  ].join('\n');

/** A message for the operator instead of a stack. */
class CommandError extends Error {}

const list = async (which: string | undefined): Promise<void> => {
  const messages = (await listAll()).filter((message) => which === 'all' || !isDelivered(message));
  console.log(messages.length === 0 ? 'No messages.' : messages.map(toLine).join('\n'));
};

const show = async (id: string | undefined): Promise<void> => {
  const found = (await listAll()).filter((message) => message.id === id);
  if (found.length === 0) throw new CommandError(`There is no message with the id ${id}.`);
  console.log(found.map(toText).join('\n'));
};

/** Does something with each of the messages, in the store that has it. */
const forEach = async (
  ids: readonly string[],
  change: (store: MessageStore, id: string) => Promise<boolean>,
  [done, missing]: readonly [string, string],
): Promise<void> => {
  for (const id of ids) {
    const changed = await Promise.all(stores.map((store) => change(store, id)));
    if (!changed.includes(true)) throw new CommandError(`${missing} with the id ${id}.`);
    console.log(`${id} ${done}.`);
  }
};

const exportTo = async (directory: string): Promise<void> => {
  const recipients = new Map(mailKinds.map(({ name, to }) => [name, to]));
  const { deliver } = createFileDelivery(directory, { from: env.MAIL_FROM, recipients }, Number.POSITIVE_INFINITY);
  const entries = (await listAll()).filter((message) => !isDelivered(message)).flatMap(({ entry }) => entry ?? []);
  for (const entry of entries) {
    const outcome = await deliver(entry);
    if (outcome.status !== 'delivered') throw new CommandError(`${entry.id} cannot be written to ${directory}.`);
  }
  console.log(`${entries.length} messages were written to ${directory}. They stay in the outbox.`);
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  list: ([which]) => list(which),
  show: ([id]) => show(id),
  retry: (ids) =>
    forEach(ids, (store, id) => store.retry(id), [
      'is sent again within a few seconds, if the site runs',
      'There is no dead or quarantined message',
    ]),
  discard: (ids) =>
    forEach(ids, (store, id) => store.discard(id), ['was removed', 'There is no message that is not delivered']),
  export: ([directory]) => exportTo(directory ?? '.'),
  backup: async ([target]) => {
    if (target === undefined) throw new CommandError('Name the file: npm run mail -- backup FILE');
    if (!existsSync(file)) throw new CommandError(`There is no ${file}: no message was ever stored.`);
    await database.copyTo(target);
    console.log(`${file} was copied to ${target}.`);
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
try {
  if (command) await command(args);
  else console.log(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await Promise.all(stores.map(({ close }) => close()));
}
