import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDnsClient } from '../../../../src/features/domain-check/dns-client.ts';
import type { Question } from '../../../../src/features/domain-check/dns-message.ts';
import { readDomainRecords } from '../../../../src/features/domain-check/domain-records.ts';
import { type Parking, toDomainResult } from '../../../../src/features/domain-check/domain-result.ts';
import { startNsd } from '../../../support/nsd.ts';

const PARKING: Parking = {
  nameservers: ['ns1.park.net', 'ns2.park.net'],
  addresses: ['192.0.2.80', '2001:db8::80'],
  cnames: [],
};

const isMissing = spawnSync('nsd', ['-v']).error !== undefined;

describe.skipIf(isMissing)('with the name server nsd (Debian package nsd)', () => {
  let nsd: Awaited<ReturnType<typeof startNsd>>;

  beforeAll(async () => {
    nsd = await startNsd();
  });

  afterAll(() => nsd.stop());

  const ask = (question: Question) => createDnsClient([nsd.resolver])(question, new AbortController().signal);

  const check = async (domain: string) => toDomainResult(domain, await readDomainRecords(domain, ask), PARKING);

  test('a domain with our nameservers points to us, with its _for-sale records', async () => {
    const { verdict, facts } = await check('parked.com');

    expect(verdict).toBe('here');
    expect(facts).toEqual([
      { label: 'NS', values: ['ns1.park.net', 'ns2.park.net'], ttl: '10 min' },
      { label: 'A', values: ['192.0.2.80'], ttl: '10 min' },
      { label: 'MX', values: ['0 .'], ttl: '10 min' },
      {
        label: '_for-sale',
        values: expect.arrayContaining(['v=FORSALE1;fval=EUR500', 'v=FORSALE1;furi=https://example.com/buy']),
        ttl: '10 min',
      },
    ]);
  });

  test('the DS record at the registry is found', async () => {
    const { verdict, advice, facts } = await check('signed.com');

    expect(verdict).toBe('notYet');
    expect(advice[0]).toContain('DS record is still at the registry');
    expect(facts.find(({ label }) => label === 'DS')?.values).toEqual([`12345 13 2 ${'a'.repeat(64)}`]);
  });

  test('a domain with our addresses points to us, with CAA record and the alias of www; a long answer comes over TCP', async () => {
    const { verdict, advice, facts } = await check('records.com');

    expect(verdict).toBe('here');
    expect(advice.join(' ')).toContain('CAA record');
    expect(facts.find(({ label }) => label === 'www')?.values).toEqual(['CNAME records.com', '192.0.2.80']);
    expect(facts.find(({ label }) => label === '_for-sale')?.values).toHaveLength(9);
  });

  test('a domain that is not in the registry does not exist', async () => {
    expect((await check('unregistered.com')).verdict).toBe('missing');
  });

  test('a domain of which the server knows nothing could not be asked', async () => {
    expect((await check('elsewhere.org')).verdict).toBe('unasked');
  });
});
