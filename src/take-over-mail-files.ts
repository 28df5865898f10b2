import 'server-only';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { log, parseJson } from './framework/shared.ts';
import type { MailDatabase } from './mail/mail-database.ts';
import { OutboxEntry } from './mail/outbox.ts';
import { insertMessage } from './mail/sqlite-outbox.ts';

/** The directories of the outbox as it was before the database, and what became of a message in each of them. */
const STATES = {
  pending: 'pending',
  sending: 'pending',
  delivered: 'delivered',
  dead: 'dead',
  quarantine: 'quarantined',
} as const;

type State = (typeof STATES)[keyof typeof STATES];

const SECRET = /^[\da-f]{64}$/;

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Takes over one message. Returns false if its file is malformed: it then stays where it is. */
const takeOverMessage = async (file: string, state: State, { run }: MailDatabase): Promise<boolean> => {
  const entry = OutboxEntry.safeParse(parseJson(await readText(file))).data;
  if (!entry) return false;
  const reason = (await readText(file.replace(/\.json$/, '.reason'))).trim();
  // Renaming a file sets its change time.
  const { ctimeMs } = await stat(file);
  await run((database) => {
    insertMessage(database, entry, state, Math.round(ctimeMs));
    if (reason !== '')
      database.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?)').run(entry.id, Math.round(ctimeMs), state, reason);
  });
  return true;
};

const takeOver = async (dataDir: string, database: MailDatabase): Promise<void> => {
  const secretFile = path.join(dataDir, 'secret');
  const secret = (await readText(secretFile)).trim();
  if (SECRET.test(secret)) {
    await database.run((sqlite) => sqlite.prepare(`INSERT OR REPLACE INTO secrets VALUES ('forms', ?)`).run(secret));
    await rm(secretFile);
  }
  await rm(path.join(dataDir, 'captcha'), { recursive: true, force: true });

  const outbox = path.join(dataDir, 'outbox');
  let [taken, malformed] = [0, 0];
  for (const [name, state] of Object.entries(STATES)) {
    const directory = path.join(outbox, name);
    for (const file of (await namesIn(directory)).filter((one) => one.endsWith('.json'))) {
      if (await takeOverMessage(path.join(directory, file), state, database)) {
        await rm(path.join(directory, file));
        taken += 1;
      } else malformed += 1;
    }
  }
  if (malformed > 0)
    log.error(
      { directory: outbox, files: malformed },
      'messages of an earlier version are malformed and were left where they are',
    );
  else await rm(outbox, { recursive: true, force: true });
  if (taken > 0) log.info({ messages: taken }, 'messages of an earlier version were taken into the database');
};

/**
 * Takes the messages and the secret that earlier versions of the site kept as files in `DATA_DIR` into the database,
 * once. A file is removed when the database has it; what cannot be taken over now stays for the next start. Used
 * captcha solutions are valid for an hour and are not taken over. The earlier version must have been stopped.
 */
export const takeOverMailFiles = async (dataDir: string, database: MailDatabase): Promise<void> => {
  try {
    await takeOver(dataDir, database);
  } catch (error) {
    log.error({ err: error }, 'messages of an earlier version are not taken over yet');
  }
};
