import 'server-only';
import { domainToUnicode } from 'node:url';
import type { DnsRecord, FailureReason, Lookup } from './dns-message.ts';
import type { DomainRecords } from './domain-records.ts';
import { isForSaleRecord } from './for-sale-record.ts';
import type { DomainResult, Fact, Verdict } from './verdict.ts';

/** Where a domain should point: the settings `PARKING_*`. All names are in lower case. */
export type Parking = {
  readonly nameservers: readonly string[];
  readonly addresses: readonly string[];
  /** The targets of CNAME records. */
  readonly cnames: readonly string[];
};

/** How many of a set are ours. */
type Share = 'all' | 'some' | 'none';

type Pointing = {
  readonly nameservers: Share;
  readonly addresses: Share;
  readonly www: Share;
};

const HOUR_S = 3_600;
const MINUTE_S = 60;
/** An MX record with an empty name: the domain receives no mail (RFC 7505). */
const NULL_MX = '0 .';

const recordsOf = (lookup: Lookup): readonly DnsRecord[] => (lookup.status === 'answered' ? lookup.records : []);
const dataOf = (lookup: Lookup): readonly string[] => recordsOf(lookup).map(({ data }) => data);
const aliasesOf = (lookup: Lookup): readonly string[] => (lookup.status === 'answered' ? lookup.aliases : []);

const shareOf = (found: readonly string[], ours: readonly string[]): Share => {
  const matches = found.filter((value) => ours.includes(value)).length;
  return matches === 0 ? 'none' : matches === found.length ? 'all' : 'some';
};

const listOf = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

const toDuration = (seconds: number): string => {
  if (seconds >= 2 * HOUR_S) return `${Math.round(seconds / HOUR_S)} h`;
  return seconds >= MINUTE_S ? `${Math.round(seconds / MINUTE_S)} min` : `${seconds} s`;
};

const hasParking = ({ nameservers, addresses, cnames }: Parking): boolean =>
  nameservers.length + addresses.length + cnames.length > 0;

const toPointing = ({ ns, a, aaaa, www }: DomainRecords, { nameservers, addresses, cnames }: Parking): Pointing => {
  const leadsToUs = (lookup: Lookup): boolean => aliasesOf(lookup).some((alias) => cnames.includes(alias));
  return {
    nameservers: shareOf(dataOf(ns), nameservers),
    addresses: leadsToUs(a) ? 'all' : shareOf([...dataOf(a), ...dataOf(aaaa)], addresses),
    www: leadsToUs(www) ? 'all' : shareOf(dataOf(www), addresses),
  };
};

const hasFailed = ({ status }: Lookup): boolean => status === 'failed';

const toVerdict = (records: DomainRecords, pointing: Pointing, parking: Parking): Verdict => {
  const { ns, a, aaaa, ds } = records;
  if (ns.status === 'missing' || a.status === 'missing') return 'missing';
  if (!hasParking(parking)) return hasFailed(ns) && hasFailed(a) ? 'unasked' : 'found';
  if (pointing.nameservers === 'all') return hasFailed(ds) ? 'unasked' : recordsOf(ds).length === 0 ? 'here' : 'notYet';
  if (pointing.addresses === 'all' && !hasFailed(a)) return 'here';
  if (hasFailed(ns) || hasFailed(a) || (hasFailed(aaaa) && dataOf(a).length === 0)) return 'unasked';
  const shares = Object.values(pointing);
  return shares.every((share) => share === 'none') ? 'elsewhere' : 'notYet';
};

const FAILURES: Readonly<Record<FailureReason, string>> = {
  timeout: 'No answer in time. Check the domain again in a minute.',
  unreachable: 'Our resolver can’t be reached. Check the domain again in a minute.',
  servfail:
    'The nameservers of this domain don’t answer, or not correctly (SERVFAIL). Check them at your DNS provider, then check here again.',
  refused: 'Our resolver refused the question. Check the domain again in a minute.',
  malformed: 'The answer wasn’t readable. Check the nameservers at your DNS provider.',
};

const adviceOnNameservers = (
  { ns }: DomainRecords,
  { nameservers, addresses }: Pointing,
  parking: Parking,
): readonly string[] => {
  const [first] = parking.nameservers;
  if (first === undefined || addresses === 'all') return [];
  if (nameservers === 'some') {
    const others = dataOf(ns).filter((name) => !parking.nameservers.includes(name));
    return [`Delete ${listOf(others)} at the registrar. With a mixed set, some visitors land at the old provider.`];
  }
  if (nameservers === 'all') {
    return recordsOf(ns).length === 1
      ? ['Enter the second nameserver from your account as well: the domain has only one.']
      : [];
  }
  return [
    `Add the domain to your account, then enter its nameservers at the registrar (${listOf(parking.nameservers)}) and delete any others.`,
  ];
};

const adviceOnDnssec = ({ ns, ds }: DomainRecords, { nameservers, addresses }: Pointing): readonly string[] => {
  const [record] = recordsOf(ds);
  const fails = ns.status === 'answered' && ns.failsValidation;
  if (record === undefined) {
    return fails ? ['The domain fails DNSSEC validation. Check its signatures at your DNS provider.'] : [];
  }
  if (nameservers === 'all') {
    return [
      `A DS record is still at the registry: remove it, else the domain fails for visitors with validation. It recovers once the record’s TTL (${toDuration(record.ttl)}) has run out.`,
    ];
  }
  // With records the zone stays at the provider, which signs it.
  if (addresses === 'all') return [];
  return [
    'A DS record is still at the registry: remove it before you change the nameservers, else the domain fails for visitors with validation.',
  ];
};

const adviceOnAddresses = (
  { a, aaaa, caa, www: wwwLookup }: DomainRecords,
  { nameservers, addresses, www }: Pointing,
  parking: Parking,
): readonly string[] => {
  if (nameservers === 'all') return [];
  const others = [...dataOf(a), ...dataOf(aaaa)].filter((address) => !parking.addresses.includes(address));
  const [target = 'our addresses'] = parking.cnames;
  return [
    ...(addresses === 'some' ? [`Remove ${listOf(others)}: some visitors still land there.`] : []),
    ...(addresses === 'all' && www !== 'all' && !hasFailed(wwwLookup)
      ? [`www doesn’t point to us yet. Point it to ${target}, too.`]
      : []),
    ...(addresses === 'none' && www === 'all' ? ['Only www points to us. Point the domain itself, too.'] : []),
    ...(addresses === 'all' && recordsOf(caa).length > 0
      ? [
          'A CAA record says who may issue the certificate. It must allow our certificate authority, which your account names.',
        ]
      : []),
  ];
};

const adviceOnMail = ({ mx }: DomainRecords, { nameservers, addresses }: Pointing): readonly string[] =>
  nameservers === 'none' && addresses !== 'all' && dataOf(mx).some((data) => data !== NULL_MX)
    ? [
        'This domain receives mail. With our nameservers, mail is refused unless you enter MX records in your account first.',
      ]
    : [];

const adviceOnWaiting = ({ ns }: DomainRecords, { nameservers }: Pointing): readonly string[] => {
  // Then only a DS record is in the way, and its advice says how long that lasts.
  if (nameservers === 'all') return [];
  const ttl = ns.status === 'answered' ? `, at ours for another ${toDuration(ns.ttl)}` : '';
  return [`Changed it already? The old answer lives up to 48 h at some resolvers${ttl}.`];
};

const adviceOn = (
  records: DomainRecords,
  pointing: Pointing,
  parking: Parking,
  verdict: Verdict,
): readonly string[] => {
  switch (verdict) {
    case 'missing':
      return ['Check the spelling. If the domain is yours, ask the registrar whether it has expired or is on hold.'];
    case 'unasked': {
      const failed = [records.ns, records.a, records.aaaa, records.ds].find(hasFailed);
      return [FAILURES[failed?.status === 'failed' ? failed.reason : 'timeout']];
    }
    case 'found':
      return ['Compare the nameservers with those in your account.', ...adviceOnDnssec(records, pointing)];
    case 'here':
      return [
        ...adviceOnNameservers(records, pointing, parking),
        ...adviceOnAddresses(records, pointing, parking),
        'If it’s in your account, there’s nothing else to do. You still see the old page? Your resolver has cached it, for up to 48 h.',
      ];
    default:
      return [
        ...adviceOnDnssec(records, pointing),
        ...adviceOnNameservers(records, pointing, parking),
        ...adviceOnAddresses(records, pointing, parking),
        ...adviceOnMail(records, pointing),
        ...adviceOnWaiting(records, pointing),
      ];
  }
};

const toFact = (label: string, lookup: Lookup): Fact[] => {
  if (lookup.status !== 'answered') return [];
  const values = [...lookup.aliases.map((alias) => `CNAME ${alias}`), ...dataOf(lookup)];
  return values.length === 0 ? [] : [{ label, values, ttl: toDuration(lookup.ttl) }];
};

const toFacts = ({ ns, a, aaaa, mx, caa, ds, www, forSale }: DomainRecords): readonly Fact[] =>
  [
    ...toFact('NS', ns),
    ...toFact('A', a),
    ...toFact('AAAA', aaaa),
    ...toFact('www', www),
    ...toFact('MX', mx),
    ...toFact('CAA', caa),
    ...toFact('DS', ds),
    ...toFact('_for-sale', forSale).map((fact) => ({ ...fact, values: fact.values.filter(isForSaleRecord) })),
  ].filter(({ values }) => values.length > 0);

const toUnicode = (domain: string): string | null => {
  const unicode = domainToUnicode(domain);
  return unicode === '' || unicode === domain ? null : unicode;
};

/** The result of a check: where the domain points, what was found, and what to do next. */
export const toDomainResult = (domain: string, records: DomainRecords, parking: Parking): DomainResult => {
  const pointing = toPointing(records, parking);
  const verdict = toVerdict(records, pointing, parking);
  return {
    domain,
    unicode: toUnicode(domain),
    verdict,
    facts: toFacts(records),
    advice: adviceOn(records, pointing, parking, verdict),
  };
};

/** The result for a domain that could not be asked in time. */
export const toLateResult = (domain: string): DomainResult => ({
  domain,
  unicode: toUnicode(domain),
  verdict: 'unasked',
  facts: [],
  advice: [FAILURES.timeout],
});
