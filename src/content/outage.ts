import 'server-only';
import { log } from '../framework/shared.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30_000;
/** The circuit breaker opens when reads of this many collections have failed since the last success. */
const OUTAGE_COLLECTIONS = 3;
/** A failure that is not repeated for this long, because no page reads the content, no longer affects `health`. */
const MAX_FAILURE_AGE_MS = 300_000;

/**
 * Exponential back-off from 5 s to 30 s with a jitter of a quarter, so that instances do not try at the same time.
 *
 * @param attempt from 0.
 */
export const pauseMs = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2);

type Failure = {
  readonly reader: string;
  /** The collection that the reader reads: readers of one collection fail together. */
  readonly collection: string;
  readonly reason: string;
  /** The CMS cannot be reached or rejects every request, so other readers would fail too. */
  readonly isUnreachable: boolean;
  /** Repeats the request that failed. */
  readonly retry: () => Promise<unknown>;
};

/**
 * A circuit breaker for the CMS. It opens when the CMS is unreachable, or when readers of three collections begin to fail without a
 * success in between; a single broken item or route never opens it. While it is open, no page waits for the CMS, and one probe at a
 * time repeats the latest read of a page in the background until any read succeeds (docs/decisions/0028).
 */
export const createOutage = () => {
  let probes = 0;
  /** When each failing reader failed last (`performance.now`). */
  const failing = new Map<string, number>();
  /** The collections of readers that began to fail since the last success. */
  let newlyFailing = new Set<string>();
  let isDown = false;
  let timer: NodeJS.Timeout | null = null;
  let probe: (() => Promise<unknown>) | null = null;
  let lastSuccess: string | null = null;
  let lastFailure: string | null = null;

  const scheduleProbe = () => {
    if (timer !== null) return;
    timer = setTimeout(async () => {
      if (isDown) await probe?.();
      timer = null;
      if (isDown) scheduleProbe();
    }, pauseMs(probes)).unref();
    probes += 1;
  };

  return {
    isDown: () => isDown,

    failed: ({ reader, collection, reason, isUnreachable, retry }: Failure): void => {
      lastFailure = new Date().toISOString();
      const isNew = !isUnreachable && !failing.has(reader);
      if (!isUnreachable) failing.set(reader, performance.now());
      if (isNew) newlyFailing.add(collection);
      if (isDown) return;
      if (!isUnreachable && newlyFailing.size < OUTAGE_COLLECTIONS) {
        if (isNew) log.warn({ reader, reason }, 'content cannot be read from the CMS');
        return;
      }
      isDown = true;
      probe = retry;
      log.warn({ reason }, 'the CMS fails; pages show cached content or the snapshot');
      scheduleProbe();
    },

    succeeded: (reader: string): void => {
      lastSuccess = new Date().toISOString();
      newlyFailing = new Set();
      if (failing.delete(reader)) log.info({ reader }, 'content can be read from the CMS again');
      if (!isDown) return;
      isDown = false;
      probes = 0;
      log.info('the CMS answers again');
    },

    /** Makes the latest read of a page the next probe: one route that never answers again must not keep the breaker open. */
    probeWith: (read: () => Promise<unknown>): void => {
      probe = read;
    },

    /** Closes the breaker, since the CMS has just reported a change. */
    close: (): void => {
      if (!isDown) return;
      isDown = false;
      // Readers that still fail then count as new, so that the breaker can open again.
      failing.clear();
      newlyFailing = new Set();
      probes = 0;
      log.info('the CMS reports a change; closing the circuit breaker');
    },

    /**
     * `failing` names the readers whose last read failed within five minutes; `ok` is false while there are any or the
     * breaker is open.
     */
    health: () => {
      const recent = [...failing].filter(([, failedAt]) => performance.now() - failedAt < MAX_FAILURE_AGE_MS);
      const names = recent.map(([reader]) => reader).sort();
      return { ok: !isDown && names.length === 0, failing: names, lastSuccess, lastFailure };
    },
  };
};
