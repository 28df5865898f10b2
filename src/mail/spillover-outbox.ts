import 'server-only';
import { log } from '../log.ts';
import type { Outbox } from './outbox.ts';

/**
 * Accepts into `main`, and into `spare` while `main` cannot be written; both deliver what they hold. A mail that reached
 * `main` although the call failed may leave twice, under one Message-ID: better than not at all.
 */
export const createSpilloverOutbox = (main: Outbox, spare: Outbox): Outbox => ({
  find: async (id) => {
    const known = await main.find(id).catch(() => null);
    return known ?? spare.find(id);
  },
  put: async (entry) => {
    try {
      await main.put(entry);
    } catch {
      log.error({ id: entry.id }, 'the shared outbox cannot be written; the mail is kept on this machine');
      await spare.put(entry);
    }
  },
  start: async () => {
    await Promise.all([main.start(), spare.start()]);
  },
  stop: async (limitMs) => {
    await Promise.all([main.stop(limitMs), spare.stop(limitMs)]);
  },
  health: async () => {
    const [first, second] = await Promise.all([main.health(), spare.health()]);
    return {
      pending: first.pending + second.pending,
      sending: first.sending + second.sending,
      dead: first.dead + second.dead,
      oldestPendingS: Math.max(first.oldestPendingS, second.oldestPendingS),
      writable: first.writable || second.writable,
    };
  },
});
