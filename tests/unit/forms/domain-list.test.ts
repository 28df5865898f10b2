import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DomainList, parseDomainList } from '../../../src/forms/domain-list.ts';
import { anyCharacter } from '../../support/any-character.ts';

const parseList = (text: string): DomainList => {
  const result = parseDomainList(text);
  if (result.status !== 'read') throw new Error(result.message);
  return result.list;
};

const reasonFor = (entry: string): string | undefined => parseList(entry).rejected[0]?.reason;

test('a list has one domain per line, IDN in Unicode or Punycode, without duplicates', () => {
  const list = parseList(
    'Example-One.com\r\n  two.co.uk \n\nmünchen-ferien.de\nxn--mnchen-ferien-wob.de\nexample-one.COM.\n',
  );

  expect(list.domains).toEqual(['example-one.com', 'two.co.uk', 'xn--mnchen-ferien-wob.de']);
  expect(list).toMatchObject({ duplicates: 2, rejected: [] });
});

test('a URL, a subdomain or a name below a private suffix is reduced to its domain', () => {
  const list = parseList(
    'https://www.one.com/path?x=1#y\nshop.two.co.uk\n*.three.net\nfour.org:8080\nfive.com\nsomebody.github.io',
  );

  expect(list.domains).toEqual(['one.com', 'two.co.uk', 'three.net', 'four.org', 'five.com', 'github.io']);
  expect(list.reduced.map(({ line, from, to }) => `${line}: ${from} → ${to}`)).toEqual([
    '1: https://www.one.com/path?x=1#y → one.com',
    '2: shop.two.co.uk → two.co.uk',
    '3: *.three.net → three.net',
    '4: four.org:8080 → four.org',
    '6: somebody.github.io → github.io',
  ]);
});

test.each([
  ['no-ending', 'No extension such as .com.'],
  ['co.uk', '.co.uk is an extension, not a domain.'],
  ['name.nonsense', 'There’s no extension .nonsense.'],
  ['name.test', '.test isn’t part of the public DNS.'],
  ['agency.gov', 'We can’t take .gov domains.'],
  ['192.0.2.1', 'An IP address isn’t a domain.'],
  ['me@name.com', 'An email address isn’t a domain.'],
  ['two words.com', 'This isn’t a domain name.'],
  ['-dash.com', 'This isn’t a domain name.'],
  [`${'a'.repeat(64)}.com`, 'This isn’t a domain name.'],
  [`${'a.'.repeat(127)}com`, 'This isn’t a domain name.'],
  ['javascript:alert(1).com', 'This isn’t a domain name.'],
])('%s is rejected: %s', (entry, reason) => {
  expect(reasonFor(entry)).toBe(reason);
});

test('in a table only the first column below the heading is read', () => {
  expect(parseList('\uFEFFDomain,Uniques,Price\n"one.com","1,200",99.50\ntwo.com,300,').domains).toEqual([
    'one.com',
    'two.com',
  ]);
  expect(parseList('domain;target\none.com;other-site.com').domains).toEqual(['one.com']);
});

test.each([
  ['one.com, two.com;three.com\tfour.com', 'one.com two.com three.com four.com', ''],
  ['one.com,sedo.com,99.50\ntwo.com,afternic.com,12', 'one.com two.com', ''],
  ['one.com;2026-11-01;renew', 'one.com', ''],
  ['one.com,https://target.com/a\ntwo.com,', 'one.com target.com two.com', ''],
  ['one.com, two, three.com', 'one.com three.com', 'two'],
  ['one.com, two.con\nthree.com, four.com', 'one.com three.com four.com', 'two.con'],
  ['one.com, two.com\nthree.com; ; ; 2019\nfour.com; ; ; 2020', 'one.com two.com three.com four.com', '2019 2020'],
])('%j without a heading has the domains %s, and what is no domain is reported: %s', (text, domains, rejected) => {
  const list = parseList(text);

  expect([list.domains.join(' '), list.rejected.map((entry) => entry.text).join(' ')]).toEqual([domains, rejected]);
});

test('a list above a table, as when a file is added to pasted domains, is read in full', () => {
  const list = parseList('one.com, two.com\nDomain,Expires,Target\nthree.com,2027-01-01,four.com');

  expect(list).toMatchObject({ domains: ['one.com', 'two.com', 'three.com'], rejected: [], isTable: true });
});

test('domains separated by spaces, list markers and invisible characters are no errors', () => {
  const list = parseList('1. one.com\n- two.com\n• three.com four.com\tfive.com\n\u202Asix.com\u202C');

  expect(list.domains).toEqual(['one.com', 'two.com', 'three.com', 'four.com', 'five.com', 'six.com']);
  expect(list).toMatchObject({ rejected: [], isTable: false });
});

test('a name below a private suffix that is sold like an extension is a domain', () => {
  const list = parseList('mybrand.uk.com\nwww.shop.us.com\nmybrand.com.de\nuk.com');

  expect(list.domains).toEqual(['mybrand.uk.com', 'shop.us.com', 'mybrand.com.de']);
  expect(list.reduced).toEqual([{ line: 2, from: 'www.shop.us.com', to: 'shop.us.com' }]);
  expect(list.rejected).toEqual([{ line: 4, text: 'uk.com', reason: '.uk.com is an extension, not a domain.' }]);
});

test('a list of more than 20,000 lines or entries or 1 MB is not read', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}.com`).join('\n');

  expect(parseList(`Domain\n${lines(20_000)}\n\n`).domains).toHaveLength(20_000);
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

test('the domains of any list are valid entries themselves', () => {
  // `fc.webUrl()` would take most of a second to begin, too.
  const url = fc.tuple(fc.domain(), fc.string()).map(([domain, path]) => `https://${domain}/${path}`);

  fc.assert(
    fc.property(fc.array(fc.oneof(fc.domain(), url, fc.string({ unit: anyCharacter }), fc.ipV6())), (lines) => {
      const { domains } = parseList(lines.join('\n'));
      expect(parseList(domains.join('\n'))).toEqual({
        domains,
        duplicates: 0,
        rejected: [],
        reduced: [],
        isTable: false,
      });
    }),
  );
});
