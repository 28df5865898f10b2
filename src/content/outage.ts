import 'server-only';
import { log } from '../framework/log.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30_000;
/** Unusable answers to this many collections, with no usable one in between, are an outage, whatever it is that answers. */
const OUTAGE_COLLECTIONS = 3;
/** A failure that was not repeated for this long, because no page wants the content, says nothing about health. */
const FAILURE_COUNTS_MS = 300_000;

/** Pauses that grow from 5 s to 30 s, each a quarter longer or shorter than planned, so that machines do not march in step. */
export const createPauses = () => {
  let next = FIRST_PAUSE_MS;
  return {
    next: (): number => {
      const pause = next * (0.75 + Math.random() / 2);
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      return pause;
    },
    reset: () => {
      next = FIRST_PAUSE_MS;
    },
  };
};

type Failure = {
  /** The name of the reader that failed. */
  readonly reader: string;
  /** The collection that it reads: several readers of one collection fail together. */
  readonly collection: string;
  readonly reason: string;
  /** The content system could not be reached or refused every request, so no other reader has better chances. */
  readonly isUnreachable: boolean;
  /** Repeats the request that failed. */
  readonly retry: () => Promise<unknown>;
};

/**
 * A circuit breaker for the content system. It opens when the content system is unreachable, or when readers of different
 * collections fail one after the other; a single broken item or route never opens it. While it is open no page waits, and one
 * probe at a time repeats in the background what a page wanted last, until an answer comes.
 */
export const createOutage = () => {
  const pauses = createPauses();
  /** When each reader whose last read failed did so (`performance.now`). */
  const failing = new Map<string, number>();
  /** The collections of readers that began to fail since the last usable answer. */
  let newlyFailing = new Set<string>();
  let isDown = false;
  let timer: NodeJS.Timeout | null = null;
  let probe: (() => Promise<unknown>) | null = null;
  let lastSuccess: string | null = null;
  let lastFailure: string | null = null;

  const plan = () => {
    if (timer !== null) return;
    timer = setTimeout(async () => {
      if (isDown) await probe?.();
      timer = null;
      if (isDown) plan();
    }, pauses.next());
    timer.unref();
  };

  const noteReader = ({ reader, collection, reason }: Failure) => {
    const isNew = !failing.has(reader);
    failing.set(reader, performance.now());
    if (!isNew) return;
    newlyFailing.add(collection);
    if (!isDown && newlyFailing.size < OUTAGE_COLLECTIONS) {
      log.warn({ reader, reason }, 'This content cannot be read from the content system.');
    }
  };

  return {
    isDown: () => isDown,

    failed: (failure: Failure): void => {
      lastFailure = new Date().toISOString();
      if (!failure.isUnreachable) noteReader(failure);
      if (isDown || (!failure.isUnreachable && newlyFailing.size < OUTAGE_COLLECTIONS)) return;
      isDown = true;
      probe = failure.retry;
      log.warn(
        { reason: failure.reason },
        'The content system fails; pages show what is remembered, else the snapshot.',
      );
      plan();
    },

    succeeded: (reader: string): void => {
      lastSuccess = new Date().toISOString();
      newlyFailing = new Set();
      if (failing.delete(reader)) log.info({ reader }, 'This content can be read from the content system again.');
      if (!isDown) return;
      isDown = false;
      pauses.reset();
      log.info('The content system answers again.');
    },

    /** The probe asks for what a page wants now: one route that never answers again must not keep the others away. */
    wants: (ask: () => Promise<unknown>): void => {
      probe = ask;
    },

    /** Lets the next page ask the content system again, which has just shown that it is there. */
    endPause: (): void => {
      if (!isDown) return;
      isDown = false;
      // Nothing was read yet: should the same readers still fail, it opens again.
      failing.clear();
      newlyFailing = new Set();
      pauses.reset();
      log.info('The content system reports a change, so it is asked again.');
    },

    /** `failing` names the readers whose last read failed; `ok` is false while there is any. */
    health: () => {
      const recent = [...failing].filter(([, failedAt]) => performance.now() - failedAt < FAILURE_COUNTS_MS);
      const names = recent.map(([reader]) => reader).sort();
      return { ok: !isDown && names.length === 0, failing: names, lastSuccess, lastFailure };
    },

    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
};
