import 'server-only';
import type { Lookup, Question } from './dns-message.ts';

/** The DNS lookups of one domain. */
export type DomainRecords = Awaited<ReturnType<typeof readDomainRecords>>;

/** Asks for all records at once. `www` are the A records of that name, `forSale` the TXT records of `_for-sale` (RFC 10023). */
export const readDomainRecords = async (domain: string, lookUp: (question: Question) => Promise<Lookup>) => {
  const [ns, a, aaaa, mx, caa, ds, www, forSale] = await Promise.all([
    lookUp({ name: domain, type: 'NS' }),
    lookUp({ name: domain, type: 'A' }),
    lookUp({ name: domain, type: 'AAAA' }),
    lookUp({ name: domain, type: 'MX' }),
    lookUp({ name: domain, type: 'CAA' }),
    lookUp({ name: domain, type: 'DS' }),
    lookUp({ name: `www.${domain}`, type: 'A' }),
    lookUp({ name: `_for-sale.${domain}`, type: 'TXT' }),
  ]);
  return { ns, a, aaaa, mx, caa, ds, www, forSale };
};
