import { expect, test } from 'vitest';
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
  const { SPF, DKIM, DMARC } = await check({});

  expect([SPF?.isOk, DKIM?.isOk, DMARC?.isOk]).toEqual([false, false, false]);
  expect(SPF?.sentence).toMatch(/^example\.org has no record: add .* "v=spf1 include:… -all"\.$/);
  expect(DKIM?.sentence).toContain('npm run mail:check -- SELECTOR');
  expect(DMARC?.sentence).toContain('_dmarc.example.org with "v=DMARC1; p=none; rua=mailto:ADDRESS"');
});

const OTHER_KEY = { 'own._domainkey.example.org': [KEY] };
const REVOKED_KEY = { 'selector1._domainkey.example.org': ['v=DKIM1; p='] };
const spf = (...records: readonly string[]) => ({ 'example.org': records });
const dmarc = (...records: readonly string[]) => ({ '_dmarc.example.org': records });
const own = { selectors: ['own'] };

test.each<[string, 'SPF' | 'DKIM' | 'DMARC', Readonly<Record<string, readonly string[]>>, boolean, string, object?]>([
  ['a record that rejects other servers', 'SPF', spf('v=spf1 -all'), true, 'Compare it'],
  ['a record in capitals', 'SPF', spf('V=SPF1 a mx ~ALL'), true, 'Compare it'],
  ['a record without an end', 'SPF', spf('v=spf1 mx'), false, 'says nothing about other servers'],
  ['a record that allows everything', 'SPF', spf('v=spf1 +all'), false, 'allows every server'],
  ['two records, which are as bad as none', 'SPF', spf(SPF, SPF), false, 'has 2 records'],
  ['the key of a given selector', 'DKIM', OTHER_KEY, true, 'there is a key for own.', own],
  ['no key of a given selector, but one of a common selector', 'DKIM', {}, false, '', own],
  ['an empty key', 'DKIM', REVOKED_KEY, false, 'is revoked'],
  ['the record of the registered domain', 'DMARC', {}, true, `"${DMARC}".`, { domain: 'mail.example.org' }],
  ['a policy that only asks for reports', 'DMARC', dmarc('v=DMARC1 ; p=none'), true, 'use p=quarantine'],
  ['no policy', 'DMARC', dmarc('v=DMARC1; rua=mailto:a@example.org'), false, 'has no policy'],
  ['an unknown policy', 'DMARC', dmarc('v=DMARC1; p=rejct'), false, 'has an unknown policy'],
  ['two records', 'DMARC', dmarc(DMARC, DMARC), false, 'has 2 records'],
])('%s, in the finding about %s', async (_, subject, records, isOk, part, options) => {
  expect((await check({ ...COMPLETE, ...records }, options))[subject]).toEqual({
    isOk,
    sentence: expect.stringContaining(part),
  });
});

test('a revoked key or a failing server of a common selector does not count if there is another key', async () => {
  const texts: Readonly<Record<string, readonly string[]>> = { ...COMPLETE, 'k1._domainkey.example.org': ['p='] };
  const read = async (name: string) => texts[name] ?? fail(name.startsWith('default.') ? 'ESERVFAIL' : 'ENOTFOUND');
  const [, dkim] = await checkSenderRecords('example.org', [], read);

  expect(dkim).toMatchObject({ subject: 'DKIM', isOk: true, sentence: 'there is a key for selector1.' });
});

test('if the DNS gives no answer, that is no finding', async () => {
  await expect(checkSenderRecords('example.org', [], async () => fail('ETIMEOUT'))).rejects.toThrow(
    'The DNS gives no answer about example.org (ETIMEOUT).',
  );
});
