import 'server-only';
import { log } from '../framework/log.ts';
import type { DiskOutbox } from './disk-outbox.ts';
import { derivedId } from './message-id.ts';
import type { Deliver, Outbox, OutboxEntry, OutboxOptions } from './outbox.ts';

/** How long a mail in the fallback waits for the main outbox. */
const GRACE_MS = 60_000;

type FallbackOptions = OutboxOptions & {
  readonly createMain: (options: OutboxOptions) => Outbox;
  readonly createFallback: (options: OutboxOptions) => DiskOutbox;
  /** Milliseconds; a minute unless told. */
  readonly graceMs?: number | undefined;
};

/**
 * Accepts into the main outbox, and into the fallback on this machine while the main one does not answer. A write whose answer
 * was lost may still have happened, so the fallback first offers its mail to the main outbox, which takes an id only
 * once. It delivers by itself what it could not hand over within the time of grace (docs/decisions/0030).
 */
export const createFallbackOutbox = ({
  createMain,
  createFallback,
  graceMs = GRACE_MS,
  deliver,
  ...options
}: FallbackOptions): Outbox => {
  /** An id names one message: another one that the main outbox holds under it must not swallow this one. */
  const handOver = async (entry: OutboxEntry): Promise<void> => {
    await main.put(entry);
    const digest = await main.find(entry.id);
    if (digest !== entry.digest) await main.put({ ...entry, id: derivedId(entry.id, entry.digest) });
  };

  /** A broken disk must not stop what the main outbox can do alone. */
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
      return { status: 'failed', reason: 'the main outbox does not answer', isRelayDown: false };
    }
  };

  const main = createMain({ ...options, deliver: deliverFromMain });
  const fallback = createFallback({ ...options, deliver: deliverFromFallback });

  return {
    find: async (id) => {
      let known: string | null;
      try {
        known = await main.find(id);
      } catch {
        return fallback.find(id);
      }
      return known ?? (await fallback.find(id).catch(ignoreDisk));
    },
    put: async (entry) => {
      try {
        await main.put(entry);
      } catch {
        log.error({ id: entry.id }, 'Redis did not take a mail, it is stored on this machine');
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
