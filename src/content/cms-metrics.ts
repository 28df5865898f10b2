import 'server-only';
import { defineCounter, defineGauge } from '../framework/metrics-registry.ts';

/** `answered`: the CMS returned content or said that there is none; `failed`: it returned nothing usable. */
export type CmsOutcome = 'answered' | 'failed';

const reads = defineCounter({
  name: 'cms_reads_total',
  help: 'Requests to the CMS by outcome.',
  labelNames: ['outcome'],
});

const readTime = defineCounter({
  name: 'cms_read_seconds_total',
  help: 'Time spent waiting for the CMS.',
});

for (const outcome of ['answered', 'failed'] satisfies CmsOutcome[]) reads.inc({ outcome }, 0);

/** Counts a request to the CMS, which took `ms` milliseconds. */
export const countCmsRead = (outcome: CmsOutcome, ms: number): void => {
  reads.inc({ outcome });
  readTime.inc(ms / 1_000);
};

export const defineCmsUpMetric = (isUp: () => boolean): void => {
  defineGauge({
    name: 'cms_up',
    help: '0 while some pages show cached content or the snapshot because the CMS cannot be read.',
    collect() {
      this.set(Number(isUp()));
    },
  });
};
