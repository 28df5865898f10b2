import 'server-only';

/** `answered`: with content or with the word that there is none; `failed`: no usable answer. */
export type CmsOutcome = 'answered' | 'failed';

const counters = { answered: 0, failed: 0 };
let waitedMs = 0;

/** Notes a question to the content system and how long it took, in milliseconds. */
export const countCmsRead = (outcome: CmsOutcome, ms: number): void => {
  counters[outcome] += 1;
  waitedMs += ms;
};

/** How often the content system was asked since the process began, and the time it took, in seconds. */
export const cmsMetrics = () => ({ ...counters, waitedS: waitedMs / 1_000 });
