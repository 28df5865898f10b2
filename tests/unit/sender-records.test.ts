import { describe, expect, test } from 'vitest';
import { checkSenderRecords } from '../../src/sender-records.ts';

const SPF = 'v=spf1 include:relay.test -all';
const KEY = 'v=DKIM1; k=rsa; p=MIGf';
const DMARC = 'v=DMARC1; p=quarantine; rua=mailto:postmaster@example.org';
const COMPLETE = {
  'example.org': ['google-site-verification=x', SPF],
  'selector1._domainkey.example.org': [KEY],
  '_dmarc.example.org': [DMARC],
};

const fail = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};

/** The findings for the domain, with these TXT records in the DNS. */
const check = async (
  records: Readonly<Record<string, readonly string[]>>,
  { domain = 'example.org', selectors = [] as readonly string[] } = {},
) => {
  const findings = await checkSenderRecords(domain, selectors, async (name) => records[name] ?? fail('ENOTFOUND'));
  return Object.fromEntries(findings.map(({ subject, isOk, sentence }) => [subject, { isOk, sentence }]));
};

test('complete records are fine', async () => {
  expect(await check(COMPLETE)).toEqual({
    SPF: { isOk: true, sentence: `"${SPF}". Compare it with what your relay names.` },
    DKIM: { isOk: true, sentence: 'there is a key for selector1.' },
    DMARC: { isOk: true, sentence: `"${DMARC}".` },
  });
});

test('of a domain without records each is missing, and the sentences say what to add', async () => {
  const { SPF: spf, DKIM: dkim, DMARC: dmarc } = await check({});

  expect([spf?.isOk, dkim?.isOk, dmarc?.isOk]).toEqual([false, false, false]);
  expect(spf?.sentence).toMatch(/^example\.org has no record: add .* "v=spf1 include:… -all"\.$/);
  expect(dkim?.sentence).toContain('npm run mail:check -- SELECTOR');
  expect(dmarc?.sentence).toContain('_dmarc.example.org with "v=DMARC1; p=none; rua=mailto:ADDRESS"');
});

describe('SPF', () => {
  test.each([
    ['v=spf1 -all', true, 'Compare it'],
    ['V=SPF1 a mx ~ALL', true, 'Compare it'],
    ['v=spf1 mx', false, 'says nothing about other servers'],
    ['v=spf1 +all', false, 'allows every server'],
  ])('%s: %s', async (record, isOk, part) => {
    expect((await check({ ...COMPLETE, 'example.org': [record] })).SPF).toEqual({
      isOk,
      sentence: expect.stringContaining(part),
    });
  });

  test('two records are as bad as none', async () => {
    expect((await check({ ...COMPLETE, 'example.org': [SPF, SPF] })).SPF?.sentence).toContain('has 2 records');
  });
});

describe('DKIM', () => {
  test('given selectors are asked for instead of common ones', async () => {
    const records = { ...COMPLETE, 'own._domainkey.example.org': [KEY] };

    expect((await check(records, { selectors: ['own'] })).DKIM?.sentence).toBe('there is a key for own.');
    expect((await check(COMPLETE, { selectors: ['own'] })).DKIM?.isOk).toBe(false);
  });

  test('a revoked key or a failing server of a common selector does not count if there is another key', async () => {
    const texts: Readonly<Record<string, readonly string[]>> = { ...COMPLETE, 'k1._domainkey.example.org': ['p='] };
    const read = async (name: string) => texts[name] ?? fail(name.startsWith('default.') ? 'ESERVFAIL' : 'ENOTFOUND');
    const [, dkim] = await checkSenderRecords('example.org', [], read);

    expect(dkim).toMatchObject({ subject: 'DKIM', isOk: true, sentence: 'there is a key for selector1.' });
  });

  test('an empty key is revoked', async () => {
    const records = { ...COMPLETE, 'selector1._domainkey.example.org': ['v=DKIM1; p='] };

    expect((await check(records)).DKIM).toEqual({ isOk: false, sentence: expect.stringContaining('is revoked') });
  });
});

describe('DMARC', () => {
  test('the record of the registered domain holds for its subdomains', async () => {
    expect((await check(COMPLETE, { domain: 'mail.example.org' })).DMARC).toEqual({
      isOk: true,
      sentence: `"${DMARC}".`,
    });
  });

  test('a policy that only asks for reports is a beginning', async () => {
    expect((await check({ ...COMPLETE, '_dmarc.example.org': ['v=DMARC1 ; p=none'] })).DMARC).toEqual({
      isOk: true,
      sentence: expect.stringContaining('use p=quarantine'),
    });
  });

  test.each([
    ['no policy', ['v=DMARC1; rua=mailto:a@example.org'], 'has no policy'],
    ['an unknown policy', ['v=DMARC1; p=rejct'], 'has an unknown policy'],
    ['two records', [DMARC, DMARC], 'has 2 records'],
  ])('%s', async (_, texts, part) => {
    expect((await check({ ...COMPLETE, '_dmarc.example.org': texts })).DMARC).toEqual({
      isOk: false,
      sentence: expect.stringContaining(part),
    });
  });
});

test('if the DNS gives no answer, that is no finding', async () => {
  await expect(checkSenderRecords('example.org', [], async () => fail('ETIMEOUT'))).rejects.toThrow(
    'The DNS gives no answer about example.org (ETIMEOUT).',
  );
});
