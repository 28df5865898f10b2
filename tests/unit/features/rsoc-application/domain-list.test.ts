import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeListFile } from '../../../../src/features/rsoc-application/decode-list-file.ts';
import { type DomainList, parseDomainList } from '../../../../src/features/rsoc-application/domain-list.ts';

const read = (text: string): DomainList => {
  const verdict = parseDomainList(text);
  if (verdict.status !== 'read') throw new Error(verdict.message);
  return verdict.list;
};

const reasonFor = (entry: string): string | undefined => read(entry).rejected[0]?.reason;

test('a list is a domain a line, in either spelling of an international name, each once', () => {
  const list = read(
    'Example-One.com\r\n  two.co.uk \n\nmünchen-ferien.de\nxn--mnchen-ferien-wob.de\nexample-one.COM.\n',
  );

  expect(list.domains).toEqual(['example-one.com', 'two.co.uk', 'xn--mnchen-ferien-wob.de']);
  expect(list).toMatchObject({ duplicates: 2, rejected: [] });
});

test('a web address or a subdomain counts as its domain, and the visitor is told', () => {
  const list = read('https://www.one.com/path?x=1#y\nshop.two.co.uk\n*.three.net\nfour.org:8080\nfive.com');

  expect(list.domains).toEqual(['one.com', 'two.co.uk', 'three.net', 'four.org', 'five.com']);
  expect(list.reduced.map(({ line, from, to }) => `${line}: ${from} → ${to}`)).toEqual([
    '1: https://www.one.com/path?x=1#y → one.com',
    '2: shop.two.co.uk → two.co.uk',
    '3: *.three.net → three.net',
    '4: four.org:8080 → four.org',
  ]);
});

test.each([
  ['no-ending', 'There is no ending such as .com.'],
  ['co.uk', '.co.uk is an ending, not a domain.'],
  ['name.nonsense', 'There is no ending .nonsense.'],
  ['name.test', '.test is not part of the public DNS.'],
  ['agency.gov', 'We cannot take .gov domains.'],
  ['192.0.2.1', 'An IP address is not a domain.'],
  ['2001:db8::1', 'An IP address is not a domain.'],
  ['http://[2001:db8::1]/', 'An IP address is not a domain.'],
  ['me@name.com', 'An e-mail address is not a domain.'],
  ['two words.com', 'This is not a domain name.'],
  ['-dash.com', 'This is not a domain name.'],
  ['under_score.com', 'This is not a domain name.'],
  ['a..com', 'This is not a domain name.'],
  [`${'a'.repeat(64)}.com`, 'This is not a domain name.'],
  ['javascript:alert(1).com', 'This is not a domain name.'],
])('%s is rejected, with the reason', (entry, reason) => {
  expect(reasonFor(entry)).toBe(reason);
});

test('a rejected line is named by its number in the list', () => {
  expect(read('one.com\n\nnonsense\ntwo.com\n').rejected).toEqual([
    { line: 3, text: 'nonsense', reason: 'There is no ending such as .com.' },
  ]);
});

test('several domains may stand in one line', () => {
  expect(read('one.com, two.com;three.com\tfour.com').domains).toEqual(['one.com', 'two.com', 'three.com', 'four.com']);
});

test('of a table only the first column counts, and its heading does not', () => {
  expect(read('\uFEFFDomain,Uniques,Price\n"one.com","1,200",99.50\ntwo.com,300,').domains).toEqual([
    'one.com',
    'two.com',
  ]);
  expect(read('domain;target\none.com;other-site.com').domains).toEqual(['one.com']);
});

test('the endings of services count as endings of the DNS, not as domains of their customers', () => {
  expect(read('somebody.github.io').domains).toEqual(['github.io']);
});

test('a list with more than 20,000 lines or 1 MB is not read, one at the limit is', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}.com`).join('\n');

  expect(read(`${lines(20_000)}\n`).domains).toHaveLength(20_000);
  expect(parseDomainList(lines(20_002))).toEqual({
    status: 'too-long',
    message: 'The list has more than 20,000 lines.',
  });
  expect(parseDomainList('a.com,'.repeat(20_002))).toEqual({
    status: 'too-long',
    message: 'The list has more than 20,000 entries.',
  });
  expect(parseDomainList('ä'.repeat(600_000))).toEqual({
    status: 'too-long',
    message: 'The list is larger than 1 MB.',
  });
});

test('whatever a list holds, what comes out of it are domains that read as themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.domain(), fc.webUrl(), fc.string({ unit: 'binary' }), fc.ipV6())), (lines) => {
      const { domains } = read(lines.join('\n'));
      expect(read(domains.join('\n'))).toEqual({ domains, duplicates: 0, rejected: [], reduced: [] });
    }),
  );
});

test('an uploaded list is read in the encodings that spreadsheets write', () => {
  const utf16 = Buffer.from('\uFEFFmünchen.de\n', 'utf16le');

  expect(decodeListFile(new TextEncoder().encode('münchen.de'))).toBe('münchen.de');
  expect(decodeListFile(utf16)).toBe('münchen.de\n');
  expect(decodeListFile(utf16.swap16())).toBe('münchen.de\n');
  expect(decodeListFile(Uint8Array.from([0x6d, 0xfc, 0x6e]))).toBe('mün');
});
