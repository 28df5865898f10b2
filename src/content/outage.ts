import 'server-only';
import { log } from '../log.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30_000;
/** So many unusable answers in a row are a content system that is down, whatever it is that answers. */
const MOST_UNUSABLE = 3;

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

/**
 * Whether the content system is worth a wait. After a failure nobody waits for it; one probe at a time asks in the background
 * what a page wanted last, until an answer comes.
 */
export const createOutage = () => {
  const pauses = createPauses();
  let isDown = false;
  let unusable = 0;
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

  return {
    isDown: () => isDown,

    /** @param retry asks again for what has failed. */
    failed: (reason: string, { concernsAll, retry }: { concernsAll: boolean; retry: () => Promise<unknown> }): void => {
      lastFailure = new Date().toISOString();
      unusable += 1;
      if (isDown || (!concernsAll && unusable < MOST_UNUSABLE)) return;
      isDown = true;
      probe = retry;
      log.warn({ reason }, 'The content system fails; pages show what is remembered, else the snapshot.');
      plan();
    },

    succeeded: (): void => {
      lastSuccess = new Date().toISOString();
      unusable = 0;
      if (!isDown) return;
      isDown = false;
      pauses.reset();
      log.info('The content system answers again.');
    },

    /** The probe asks for what a page wants now: one route that never answers again must not keep the others away. */
    wants: (ask: () => Promise<unknown>): void => {
      probe = ask;
    },

    health: () => ({ ok: !isDown, lastSuccess, lastFailure }),

    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
};
