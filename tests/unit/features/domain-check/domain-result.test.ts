import { expect, test } from 'vitest';
import type { Lookup } from '../../../../src/features/domain-check/dns-message.ts';
import type { DomainRecords } from '../../../../src/features/domain-check/domain-records.ts';
import { type Parking, toDomainResult, toLateResult } from '../../../../src/features/domain-check/domain-result.ts';

const PARKING: Parking = {
  nameservers: ['ns1.park.net', 'ns2.park.net'],
  addresses: ['192.0.2.80', '2001:db8::80'],
  cnames: ['to.park.net', 'also.park.net'],
};
const NO_PARKING: Parking = { nameservers: [], addresses: [], cnames: [] };

const found = (data: readonly string[], ttl = 7_200, aliases: readonly string[] = []): Lookup => ({
  status: 'answered',
  records: data.map((value) => ({ data: value, ttl })),
  aliases,
  ttl,
  failsValidation: false,
});
const NONE = found([]);
const failed = (reason: 'timeout' | 'servfail'): Lookup => ({ status: 'failed', reason });

const check = (records: Partial<DomainRecords>, parking = PARKING) =>
  toDomainResult(
    'one.com',
    { ns: NONE, a: NONE, aaaa: NONE, mx: NONE, caa: NONE, ds: NONE, www: NONE, forSale: NONE, ...records },
    parking,
  );

const OURS = found(['ns1.park.net', 'ns2.park.net']);
const OTHERS = found(['ns1.other.net', 'ns2.other.net']);
const LATE = /^No answer in time\. Check the domain again in a minute\.$/;

test.each<[string, Partial<DomainRecords>, string, RegExp]>([
  ['has our nameservers', { ns: OURS }, 'here', /nothing else to do/],
  [
    'has some of our nameservers',
    { ns: found(['ns1.park.net', 'ns2.other.net']) },
    'notYet',
    /^.*Delete ns2\.other\.net at the registrar\./,
  ],
  [
    'leads to one of our CNAME targets, but without www',
    { ns: OTHERS, a: found(['198.51.100.9'], 60, ['also.park.net']) },
    'here',
    /^www doesn’t point to us yet\. Point it to to\.park\.net, too\.$/m,
  ],
  ['leads to us with www only', { ns: OTHERS, a: found(['192.0.2.1']), www: found(['192.0.2.80']) }, 'notYet', /./],
  [
    'has one of our addresses and another',
    { ns: OTHERS, a: found(['192.0.2.80', '192.0.2.1']) },
    'notYet',
    /Remove 192\.0\.2\.1: some visitors still land there\./,
  ],
  [
    'has a DS record elsewhere',
    { ns: OTHERS, ds: found(['1 13 2 ab']) },
    'elsewhere',
    /^.*remove it before you change the nameservers/,
  ],
  ['receives mail elsewhere', { ns: OTHERS, mx: found(['10 mx.other.net']) }, 'elsewhere', /receives mail/],
  ['refuses mail elsewhere', { ns: OTHERS, mx: found(['0 .']) }, 'elsewhere', /^(?!.*receives mail)/s],
  ['is not in the DNS', { ns: { status: 'missing', ttl: 60 } }, 'missing', /^/],
  ['gives no answer about its addresses', { ns: OTHERS, a: failed('timeout') }, 'unasked', LATE],
  [
    'gives no answer about its IPv4 addresses, though the IPv6 address is ours',
    { ns: OTHERS, a: failed('timeout'), aaaa: found(['2001:db8::80']) },
    'unasked',
    LATE,
  ],
  ['gives no answer about its DS record', { ns: OURS, ds: failed('timeout') }, 'unasked', LATE],
  ['gives no answer about www', { a: found(['192.0.2.80']), www: failed('timeout') }, 'here', /^(?!.*www)/s],
  [
    'has servers that do not answer',
    { ns: failed('timeout'), a: failed('timeout'), aaaa: failed('timeout') },
    'unasked',
    LATE,
  ],
  [
    'has servers that fail',
    { ns: failed('servfail'), a: failed('servfail'), aaaa: failed('servfail') },
    'unasked',
    /SERVFAIL/,
  ],
])('a domain that %s has the verdict and the advice for that', (_, records, expected, words) => {
  const { verdict, advice } = check(records);

  expect(verdict).toBe(expected);
  expect(advice.join('\n')).toMatch(words);
});

test('a domain with other nameservers points elsewhere, and the advice says what to enter and for how long to wait', () => {
  const { verdict, advice } = check({ ns: OTHERS, a: found(['192.0.2.1']) });

  expect(verdict).toBe('elsewhere');
  expect(advice).toContain(
    'Add the domain to your account, then enter its nameservers at the registrar (ns1.park.net and ns2.park.net) and delete any others.',
  );
  expect(advice.at(-1)).toBe(
    'Changed it already? The old answer lives up to 48 h at some resolvers, at ours for another 2 h.',
  );
});

test('with our nameservers a DS record means that the domain does not work yet', () => {
  const { verdict, advice } = check({ ns: OURS, ds: found(['1 13 2 ab'], 86_400) });

  expect(verdict).toBe('notYet');
  expect(advice[0]).toContain('A DS record is still at the registry: remove it, else the domain fails');
  expect(advice[0]).toContain('(24 h)');
  // The nameservers are right already, so there is no old answer to wait for.
  expect(advice).toHaveLength(1);
});

test('with our addresses the zone stays where it is, so that a DS record does not matter, but a CAA record does', () => {
  const { verdict, advice } = check({
    ns: OTHERS,
    a: found(['192.0.2.80']),
    aaaa: found(['2001:db8::80']),
    www: found(['192.0.2.80'], 60, ['to.park.net']),
    ds: found(['1 13 2 ab']),
    caa: found(['0 issue "ca.example"']),
  });

  expect(verdict).toBe('here');
  expect(advice.join(' ')).not.toContain('DS record');
  expect(advice.join(' ')).toContain('CAA record');
});

test('without settings there is no verdict, and the advice says where one’s own nameservers are named', () => {
  const { verdict, advice, facts } = check({ ns: OTHERS }, NO_PARKING);

  expect(verdict).toBe('found');
  expect(advice).toEqual(['Compare the nameservers with those in your account.']);
  expect(facts).toEqual([{ label: 'NS', values: ['ns1.other.net', 'ns2.other.net'], ttl: '2 h' }]);
});

test('aliases are among the facts, and of the TXT records only those that say that the domain is for sale', () => {
  const { facts } = check({
    www: found(['192.0.2.80'], 59, ['to.park.net']),
    forSale: found(['hello', 'v=FORSALE1;fval=EUR500', 'V=FORSALE1;']),
  });

  expect(facts).toEqual([
    { label: 'www', values: ['CNAME to.park.net', '192.0.2.80'], ttl: '59 s' },
    { label: '_for-sale', values: ['v=FORSALE1;fval=EUR500'], ttl: '2 h' },
  ]);
});

test('an internationalized domain is shown in Unicode, too', () => {
  expect(toLateResult('xn--mnchen-3ya.de')).toMatchObject({ unicode: 'münchen.de', verdict: 'unasked' });
  expect(toLateResult('one.com').unicode).toBeNull();
});
