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

test('a domain with our nameservers points to us', () => {
  const result = check({ ns: OURS });

  expect(result.verdict).toBe('here');
  expect(result.advice.join(' ')).toContain('nothing else to do');
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

test('with a mixed set the advice names the nameservers to delete', () => {
  const { verdict, advice } = check({ ns: found(['ns1.park.net', 'ns2.other.net']) });

  expect(verdict).toBe('notYet');
  expect(advice[0]).toContain('Delete ns2.other.net at the registrar.');
});

test('with our nameservers a DS record means that the domain does not work yet', () => {
  const { verdict, advice } = check({ ns: OURS, ds: found(['1 13 2 ab'], 86_400) });

  expect(verdict).toBe('notYet');
  expect(advice[0]).toContain('A DS record is still at the registry: remove it, else the domain fails');
  expect(advice[0]).toContain('(24 h)');
  // The nameservers are right already, so there is no old answer to wait for.
  expect(advice).toHaveLength(1);
});

test('before the change the advice is to remove the DS record first', () => {
  expect(check({ ns: OTHERS, ds: found(['1 13 2 ab']) }).advice[0]).toContain(
    'remove it before you change the nameservers',
  );
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

test('a domain that leads to one of our CNAME targets points to us, and www is reminded of', () => {
  const { verdict, advice } = check({ ns: OTHERS, a: found(['198.51.100.9'], 60, ['also.park.net']) });

  expect(verdict).toBe('here');
  expect(advice).toContain('www doesn’t point to us yet. Point it to to.park.net, too.');
});

test('if only www or a part of the addresses is ours, the domain does not point to us yet', () => {
  expect(check({ ns: OTHERS, a: found(['192.0.2.1']), www: found(['192.0.2.80']) })).toMatchObject({
    verdict: 'notYet',
  });
  const mixed = check({ ns: OTHERS, a: found(['192.0.2.80', '192.0.2.1']) });
  expect(mixed.verdict).toBe('notYet');
  expect(mixed.advice.join(' ')).toContain('Remove 192.0.2.1: some visitors still land there.');
});

test('a domain with mail is warned before its nameservers change, unless it refuses mail', () => {
  expect(check({ ns: OTHERS, mx: found(['10 mx.other.net']) }).advice.join(' ')).toContain('receives mail');
  expect(check({ ns: OTHERS, mx: found(['0 .']) }).advice.join(' ')).not.toContain('receives mail');
});

test('a domain that is not in the DNS does not exist', () => {
  expect(check({ ns: { status: 'missing', ttl: 60 } }).verdict).toBe('missing');
});

test.each([
  ['addresses', { ns: OTHERS, a: failed('timeout') }],
  ['addresses, though the IPv6 address is ours', { ns: OTHERS, a: failed('timeout'), aaaa: found(['2001:db8::80']) }],
  ['DS record', { ns: OURS, ds: failed('timeout') }],
])('a domain whose %s could not be asked for has no verdict', (_name, records) => {
  const { verdict, advice } = check(records);

  expect(verdict).toBe('unasked');
  expect(advice).toEqual(['No answer in time. Check the domain again in a minute.']);
});

test('the advice says nothing about www if it could not be asked for', () => {
  const { verdict, advice } = check({ a: found(['192.0.2.80']), www: failed('timeout') });

  expect(verdict).toBe('here');
  expect(advice.join(' ')).not.toContain('www');
});

test('a domain whose servers do not answer could not be asked, with the reason', () => {
  const silent = check({ ns: failed('timeout'), a: failed('timeout'), aaaa: failed('timeout') });
  expect(silent).toMatchObject({ verdict: 'unasked', advice: [expect.stringContaining('No answer in time')] });

  const broken = check({ ns: failed('servfail'), a: failed('servfail'), aaaa: failed('servfail') });
  expect(broken).toMatchObject({ verdict: 'unasked', advice: [expect.stringContaining('SERVFAIL')] });
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
