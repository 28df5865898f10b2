import 'server-only';
import { currentClient } from '../../framework/index.ts';
import { site } from '../../site/config.ts';
import type { Head } from '../../site/head.tsx';
import { createDomainCheck, DOMAIN_MS } from './check-domains.ts';
import { createCheckLimits, createListLimit } from './check-limits.ts';
import { readCheckQuery } from './check-query.ts';
import { DOMAINS } from './check-urls.ts';
import { cacheAnswers } from './dns-cache.ts';
import { createDnsClient } from './dns-client.ts';
import { FOR_SALE_FIELDS } from './for-sale-record.ts';

/** Checks domains with the settings of the site. */
export const checkDomains = createDomainCheck({
  lookUp: cacheAnswers(createDnsClient(site.dnsResolvers), DOMAIN_MS),
  parking: site.parking,
});

/** Counts the domains that a client checks. Resolves with the seconds to wait if there were too many, else null. */
export const takeChecks = createCheckLimits(site.domainChecksPerMinute);

/** Counts a list that a client sends. Resolves with the seconds to wait if there were too many, else null. */
export const takeList = createListLimit();

/** The error message of a check that was rejected. */
export const toLimitMessage = (waitS: number): string =>
  `That’s as many domains as we can check for you right now. Try again in ${waitS} second${waitS === 1 ? '' : 's'}.`;

/** The query parameters of pages that may contain the check or the builder of `_for-sale` records. */
export const TOOL_PARAMETERS: Readonly<Record<string, 'bypass'>> = Object.fromEntries(
  [DOMAINS, ...FOR_SALE_FIELDS].map((name) => [name, 'bypass']),
);

const enteredList = (query: string): string => new URLSearchParams(query).get(DOMAINS) ?? '';

/** Validates a page that may contain the check: the domains in its query count against the client's limit. */
export const validateCheck = async (
  query: string,
): Promise<true | { readonly statusCode: number; readonly message: string }> => {
  const { domains } = readCheckQuery(enteredList(query));
  const waitS = domains.length === 0 ? null : await takeChecks(currentClient().address, domains.length);
  return waitS === null ? true : { statusCode: 429, message: toLimitMessage(waitS) };
};

/** The head of a page that may contain these tools: what they show for a query is not in search results. */
export const toToolHead = (query: string, head: Head): Head => (query === '' ? head : { ...head, isListed: false });
