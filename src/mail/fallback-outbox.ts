import 'server-only';
import { log } from '../framework/shared.ts';
import type { DiskOutbox } from './disk-outbox.ts';
import { derivedId } from './message-id.ts';
import type { Deliver, Outbox, OutboxEntry, OutboxOptions } from './outbox.ts';

/** How long mail in the fallback waits for the main outbox before it is delivered from the fallback. */
const GRACE_MS = 60_000;

type FallbackOptions = OutboxOptions & {
  readonly createMain: (options: OutboxOptions) => Outbox;
  readonly createFallback: (options: OutboxOptions) => DiskOutbox;
  /** Milliseconds; default: one minute. */
  readonly graceMs?: number | undefined;
};

/**
 * Stores mail in the main outbox, or in the fallback on this machine while the main one does not respond. The main outbox may have
 * stored a mail although its response was lost. The fallback therefore offers its mail to the main outbox first, which accepts each
 * id once. Mail that could not be handed over within the grace period is delivered from the fallback (docs/decisions/0030).
 */
export const createFallbackOutbox = ({
  createMain,
  createFallback,
  graceMs = GRACE_MS,
  deliver,
  ...options
}: FallbackOptions): Outbox => {
  /** Puts a mail into the main outbox, under a derived id if that contains a different mail with the same id. */
  const handOver = async (entry: OutboxEntry): Promise<void> => {
    await main.put(entry);
    const digest = await main.find(entry.id);
    if (digest !== entry.digest) await main.put({ ...entry, id: derivedId(entry.id, entry.digest) });
  };

  /** An unreadable fallback must not stop the main outbox. */
  const ignoreDisk = (error: unknown): null => {
    log.warn({ err: error }, 'the fallback outbox cannot be read');
    return null;
  };

  const deliverFromMain: Deliver = async (entry) => {
    const delivered = await fallback.findDelivered(entry.id).catch(ignoreDisk);
    return delivered === entry.digest ? { status: 'handed-over' } : deliver(entry);
  };

  const deliverFromFallback: Deliver = async (entry) => {
    const { isForMain, ...mail } = entry;
    if (!isForMain) return deliver(entry);
    try {
      await handOver(mail);
      return { status: 'handed-over' };
    } catch {
      if (Date.now() - entry.acceptedAt >= graceMs) return deliver(entry);
      return { status: 'failed', reason: 'the main outbox does not respond', isRelayDown: false };
    }
  };

  const main = createMain({ ...options, deliver: deliverFromMain });
  const fallback = createFallback({ ...options, deliver: deliverFromFallback });

  return {
    find: async (id) => {
      try {
        const known = await main.find(id);
        if (known !== null) return known;
      } catch {
        return fallback.find(id);
      }
      return fallback.find(id).catch(ignoreDisk);
    },
    put: async (entry) => {
      try {
        await main.put(entry);
      } catch {
        log.error({ id: entry.id }, 'Redis did not store a mail, so it is stored on this machine');
        await fallback.put({ ...entry, isForMain: true });
      }
    },
    start: async () => {
      await Promise.all([main.start(), fallback.start()]);
    },
    stop: async (limitMs) => {
      await Promise.all([main.stop(limitMs), fallback.stop(limitMs)]);
    },
    isWritable: async () => (await main.isWritable()) || fallback.isWritable(),
    health: async () => {
      const [first, second] = await Promise.all([main.health(), fallback.health()]);
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
