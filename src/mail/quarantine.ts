import 'server-only';
import type { MailDatabase } from './mail-database.ts';
import { DAY_MS, type OutboxEntry } from './outbox.ts';
import { insertMessage } from './sqlite-outbox.ts';

const MAX_MESSAGES = 5_000;
const MAX_BYTES = 50_000_000;

/**
 * Messages whose honeypot was filled in, by a bot or a browser's autofill. They are not sent, until an operator releases them
 * (`npm run mail -- retry`).
 */
export const createQuarantine = (
  { run }: MailDatabase,
  retentionDays: number,
  { maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES }: { maxMessages?: number; maxBytes?: number } = {},
) => ({
  /** Resolves when the message is durable. If the quarantine is full, the oldest messages are removed. */
  put: (entry: OutboxEntry): Promise<void> =>
    run((database) => {
      insertMessage(database, entry, { state: 'quarantined' });
      database
        .prepare(
          `DELETE FROM messages WHERE id IN (
             SELECT id FROM (
               SELECT id, row_number() OVER newest AS position, sum(bytes) OVER newest AS size
               FROM messages WHERE state = 'quarantined' WINDOW newest AS (ORDER BY changed_at DESC, rowid DESC)
             ) WHERE position > ? OR size > ?
           )`,
        )
        .run(maxMessages, maxBytes);
    }),
  count: (): Promise<number> =>
    run((database) =>
      Number(database.prepare(`SELECT count(*) AS count FROM messages WHERE state = 'quarantined'`).get()?.count),
    ),
  /** Removes messages that are past their retention. */
  clean: (): Promise<void> =>
    run((database) => {
      database
        .prepare(`DELETE FROM messages WHERE state = 'quarantined' AND changed_at < ?`)
        .run(Date.now() - retentionDays * DAY_MS);
    }),
});

export type Quarantine = ReturnType<typeof createQuarantine>;
