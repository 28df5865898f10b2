import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Lookup, Question } from './dns-message.ts';
import { readDomainRecords } from './domain-records.ts';
import { type Parking, toDomainResult, toLateResult } from './domain-result.ts';
import type { DomainResult } from './verdict.ts';

/** How long the check of a domain may take once it has begun. */
export const DOMAIN_MS = 3_000;
const PAGE_MS = 5_000;
/** Domains of a page that are asked at a time, eight questions each. */
const PAGE_CONCURRENCY = 16;
/** Domains of all pages together. */
const TOTAL_CONCURRENCY = 128;

type CheckOptions = {
  readonly lookUp: (question: Question) => Promise<Lookup>;
  readonly parking: Parking;
  /** How long all domains of a page may take. Those that are not finished then could not be asked. */
  readonly pageMs?: number;
};

/**
 * Returns a function that checks the domains of a page at the same time. The results have the order of the domains;
 * each is there as soon as its domain has been asked, after 5 s at the latest, and none rejects.
 */
export const createDomainCheck = ({ lookUp, parking, pageMs = PAGE_MS }: CheckOptions) => {
  const total = pLimit(TOTAL_CONCURRENCY);

  const check = async (domain: string, page: LimitFunction, isLate: () => boolean): Promise<DomainResult> =>
    page(() =>
      total(async () =>
        isLate() ? toLateResult(domain) : toDomainResult(domain, await readDomainRecords(domain, lookUp), parking),
      ),
    );

  return (domains: readonly string[]): readonly Promise<DomainResult>[] => {
    const page = pLimit(PAGE_CONCURRENCY);
    const end = performance.now() + pageMs;
    const late = sleep(pageMs, undefined, { ref: false });
    return domains.map((domain) =>
      Promise.race([check(domain, page, () => performance.now() >= end), late.then(() => toLateResult(domain))]),
    );
  };
};
