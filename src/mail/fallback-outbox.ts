import 'server-only';
import { log } from '../framework/shared.ts';
import type { Deliver, Outbox, OutboxOptions } from './outbox.ts';

type CreateOutbox = (options: OutboxOptions) => Outbox;

type FallbackOptions = OutboxOptions & { readonly createMain: CreateOutbox; readonly createOwn: CreateOutbox };

/**
 * Stores mail in the main outbox, which all instances share, or in this instance's own while the main one does not respond. Each delivers
 * what it has. The main outbox may have stored a mail although its response was lost; it then leaves that mail to this instance's own.
 */
export const createFallbackOutbox = ({ createMain, createOwn, deliver, ...options }: FallbackOptions): Outbox => {
  const own = createOwn({ ...options, deliver });
  /** An own outbox that cannot be read must not stop the main one. */
  const isOwn = (id: string): Promise<boolean> =>
    own.has(id).catch((error) => {
      log.warn({ err: error }, "this instance's own outbox cannot be read");
      return false;
    });
  const deliverFromMain: Deliver = async (entry) =>
    (await isOwn(entry.id)) ? { status: 'handed-over' } : deliver(entry);
  const main = createMain({ ...options, deliver: deliverFromMain });

  return {
    has: async (id) => (await main.has(id).catch(() => false)) || own.has(id),
    put: async (entry) => {
      try {
        await main.put(entry);
      } catch {
        log.error({ id: entry.id }, 'Redis did not store a mail, so it is stored on this machine');
        await own.put(entry);
      }
    },
    start: async () => {
      await Promise.all([main.start(), own.start()]);
    },
    stop: async (limitMs) => {
      await Promise.all([main.stop(limitMs), own.stop(limitMs)]);
    },
    health: async () => {
      const [first, second] = await Promise.all([main.health(), own.health()]);
      return {
        pending: first.pending + second.pending,
        sending: first.sending + second.sending,
        dead: first.dead + second.dead,
        oldestPendingS: Math.max(first.oldestPendingS, second.oldestPendingS),
        writable: first.writable || second.writable,
      };
    },
  };
};
