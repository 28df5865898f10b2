import { expect, test } from 'vitest';
import {
  FOR_SALE_FIELDS,
  type ForSaleInput,
  readForSaleInput,
  toForSaleRecords,
} from '../../../../src/features/domain-check/for-sale-record.ts';

const EMPTY: ForSaleInput = { domain: '', fval: '', furi: '', ftxt: '', fcod: '' };

const build = (input: Partial<ForSaleInput>) => toForSaleRecords({ ...EMPTY, ...input });
const valuesOf = (input: Partial<ForSaleInput>) => build(input).records.map(({ value }) => value);
const problemsOf = (input: Partial<ForSaleInput>) => build(input).problems;

test('a record has the version, and each field has a record of its own, as in the examples of RFC 10023', () => {
  expect(valuesOf({})).toEqual(['v=FORSALE1;']);
  expect(
    valuesOf({
      fval: 'EUR500',
      furi: 'https://fs.example.com/',
      ftxt: 'This domain name is for sale',
      fcod: 'EXCO-ZGVhZGJlZWYx',
    }),
  ).toEqual([
    'v=FORSALE1;fval=EUR500',
    'v=FORSALE1;furi=https://fs.example.com/',
    'v=FORSALE1;ftxt=This domain name is for sale',
    'v=FORSALE1;fcod=EXCO-ZGVhZGJlZWYx',
  ]);
});

test('the lines for a zone file name the domain, in ASCII', () => {
  expect(build({ domain: ' München.de. ', fval: 'EUR500' }).records[0]?.line).toBe(
    '_for-sale.xn--mnchen-3ya.de. 3600 IN TXT "v=FORSALE1;fval=EUR500"',
  );
});

test('a price has a currency in capitals and an amount, without spaces', () => {
  expect(valuesOf({ fval: 'eur 2500' })).toEqual(['v=FORSALE1;fval=EUR2500']);
  for (const fval of ['EUR2500.00', 'BTC0.125', 'BTC0.000010'])
    expect(valuesOf({ fval })).toEqual([`v=FORSALE1;fval=${fval}`]);
  // A dot before three digits is no decimal point, because many write thousands so.
  for (const fval of [
    '2500',
    'EUR',
    'EUR2,500',
    '€2500',
    'EUR.5',
    'EUR5.',
    'EUR 2.500',
    'EUR120.000',
    'EUR1.250.000',
  ]) {
    expect(problemsOf({ fval }), fval).toEqual([expect.stringContaining('Asking price: enter a currency code')]);
  }
});

test('a link has one of the recommended schemes and is ASCII, and a telephone number has no spaces', () => {
  for (const furi of ['http://example.com/', 'mailto:hq@example.com?subject=foo', 'tel:+1-201-555-0123']) {
    expect(valuesOf({ furi })).toEqual([`v=FORSALE1;furi=${furi}`]);
  }
  expect(valuesOf({ furi: 'https://münchen.de/a ä' })).toEqual([
    'v=FORSALE1;furi=https://xn--mnchen-3ya.de/a%20%C3%A4',
  ]);
  expect(valuesOf({ furi: 'mailto:hq@example.com?subject=für' })).toEqual([
    'v=FORSALE1;furi=mailto:hq@example.com?subject=f%C3%BCr',
  ]);
  expect(valuesOf({ furi: 'tel:+49 89 123 456' })).toEqual(['v=FORSALE1;furi=tel:+4989123456']);
  for (const furi of ['example.com', 'javascript:alert(1)', 'https://', 'https://exa mple.com', 'mailto:']) {
    expect(problemsOf({ furi }), furi).toEqual([expect.stringContaining('Link: enter one address')]);
  }
});

test('quotes, backslashes and other bytes than printable ASCII are escaped in the line only', () => {
  const [record] = build({ ftxt: 'A "fine" \\ na\u0308me €' }).records;

  expect(record?.value).toBe('v=FORSALE1;ftxt=A "fine" \\ näme €');
  expect(record?.line).toBe('_for-sale 3600 IN TXT "v=FORSALE1;ftxt=A \\"fine\\" \\\\ n\\195\\164me \\226\\130\\172"');
});

test('a record has at most 255 bytes', () => {
  expect(build({ ftxt: `${'x'.repeat(236)}€` }).records[0]?.bytes).toBe(255);
  expect(build({ ftxt: `${'x'.repeat(237)}€`, fval: 'EUR1' })).toMatchObject({
    records: [{ value: 'v=FORSALE1;fval=EUR1' }],
    problems: ['Text: shorten it by 1 byte.'],
  });
});

test('control characters, text that looks like a tag and names that are no domains are problems', () => {
  expect(problemsOf({ ftxt: 'a\tb' })).toEqual(['Text: leave out line breaks and control characters.']);
  expect(problemsOf({ fcod: 'TRIP;ftxt=no' })).toEqual(['Code: leave out “;ftxt=”, which looks like another tag.']);
  for (const domain of ['localhost', 'two words.com', '192.0.2.1', 'me@example.com', 'example.com:80']) {
    expect(problemsOf({ domain }), domain).toEqual(['Domain: this isn’t a domain name.']);
  }
});

test('a query is read field by field, and very long values are cut', () => {
  const query = new URLSearchParams({ fval: 'EUR1', other: 'x', ftxt: 'x'.repeat(5_000) });

  expect(readForSaleInput(query)).toEqual({ ...EMPTY, fval: 'EUR1', ftxt: 'x'.repeat(1_000) });
  expect(Object.keys(readForSaleInput(query))).toEqual([...FOR_SALE_FIELDS]);
});
