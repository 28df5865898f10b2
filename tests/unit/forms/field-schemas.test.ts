import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  agreement,
  choice,
  labelOf,
  line,
  lines,
  optionalChoice,
  optionalLine,
  optionalNumber,
  someOf,
  ticked,
  toEmailAddress,
  website,
  wholeNumber,
} from '../../../src/forms/field-schemas.ts';

const CHOICES = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const;

const errorOf = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  z.safeParse(schema, value).error?.issues[0]?.message;

test('a line is trimmed and normalized to NFC', () => {
  expect(z.parse(line('missing', { max: 10 }), '  Zoe\u0308 ')).toBe('Zoë');
});

test('an empty line is an error if it is required, and undefined if it is optional', () => {
  for (const value of [undefined, null, '  ']) {
    expect(errorOf(line('Please enter your name.', { max: 10 }), value)).toBe('Please enter your name.');
    expect(z.parse(optionalLine({ max: 10 }), value)).toBeUndefined();
  }
});

test('a line rejects control characters', () => {
  for (const text of ['x\r\nBcc: a@b.test', 'a\nb', 'a\u0000b', 'a\u2028b', 'x\uD800x', 'a\u0085b']) {
    expect(errorOf(line('missing', { max: 50 }), text)).toMatch(/control characters/);
    expect(errorOf(optionalLine({ max: 50 }), text)).toMatch(/control characters/);
  }
});

test('a text of several lines may contain line breaks and tabs, but no other control characters', () => {
  const schema = lines('missing', { max: 50 });

  expect(z.parse(schema, ' first line\r\nsecond\rthird\n\tfourth ')).toBe('first line\nsecond\nthird\n\tfourth');
  expect(errorOf(schema, 'first line\u0000')).toMatch(/control characters/);
});

test('characters that nobody sees, such as those copied with a contact, are left out', () => {
  expect(z.parse(line('missing', { max: 50 }), '\u202AAnna\u202C\tMüller\uFEFF')).toBe('Anna Müller');
  expect(z.parse(lines('missing', { max: 50 }), 'the file is gpj\u202E.exe\u2028\u200Bor not')).toBe(
    'the file is gpj.exe\nor not',
  );
  expect(errorOf(lines('missing', { max: 50 }), '\u200B'.repeat(20))).toBe('missing');
});

test('a length error names the limit', () => {
  expect(errorOf(line('missing', { max: 1_000 }), 'x'.repeat(1_001))).toBe('Please use at most 1,000 characters.');
  expect(errorOf(lines('missing', { min: 10, max: 50 }), 'short')).toBe('Please write at least 10 characters.');
});

test.each(['a@b.de', "o'neill@example.com", 'x@xn--bcher-kva.de', 'info@Bücher.de'])(
  '%s is an email address, whose domain is converted to ASCII for SMTP',
  (address) => {
    expect(toEmailAddress(address)).toBe(address.replace('Bücher', 'xn--bcher-kva'));
  },
);

test.each([
  'plain',
  'a@localhost',
  'a@[1.2.3.4]',
  '@example.com',
  'a b@example.com',
  'a@',
  'a@1.2.3.4',
  '.a@example.com',
  'a..b@example.com',
  '"a b"@example.com',
  'müller@example.com',
  'a@-example.com',
  'a@b@example.com,c@example.com',
  'Name <a@example.com>',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
])('%s is not an email address', (address) => {
  expect(toEmailAddress(address)).toBeNull();
});

test('the URL of a website may omit the scheme, must be http or https, and may not contain a password', () => {
  expect(z.parse(website(), 'example.org/me')).toBe('https://example.org/me');
  expect(z.parse(website(), 'example.org:8080')).toBe('https://example.org:8080/');
  expect(z.parse(website(), 'http:example.org')).toBe('http://example.org/');
  expect(errorOf(website(), 'mailto:me@example.org')).toBeDefined();
  expect(errorOf(website(), 'javascript:alert(1)')).toBe('Please enter a web address such as https://example.com.');
  expect(errorOf(website(), 'https://user:password@example.org')).toBeDefined();
});

test('a number may be written with separators and in full width', () => {
  for (const value of ['1,200', '1.200', '1\u00A0200', '１，２００', 1200])
    expect(z.parse(wholeNumber('missing', { min: 0, max: 5_000 }), value)).toBe(1200);
});

test('a number must be whole and within its range, and may have a percent sign', () => {
  const share = wholeNumber('Please enter the share.', { min: 0, max: 100 });

  expect([z.parse(share, '25 %'), z.parse(share, 0)]).toEqual([25, 0]);
  expect(errorOf(share, '101')).toBe('Please enter a whole number from 0 to 100.');
  expect(errorOf(share, '2.5')).toBe('Please enter a whole number from 0 to 100.');
  expect(errorOf(share, '')).toBe('Please enter the share.');
  expect(z.parse(optionalNumber({ min: 0, max: 100 }), '')).toBeUndefined();
});

test('only the offered choices are valid, and duplicates are removed', () => {
  expect(errorOf(choice(CHOICES, 'Please choose.'), 'three')).toBe('Please choose.');
  expect(errorOf(optionalChoice(CHOICES), 'three')).toBe('Please choose one of the answers.');
  expect(z.parse(optionalChoice(CHOICES), '')).toBeUndefined();
  expect(z.parse(someOf(CHOICES, 'Please choose.'), ['one', 'one'])).toEqual(['one']);
  expect(z.parse(someOf(CHOICES, 'Please choose.'), 'two')).toEqual(['two']);
  expect(errorOf(someOf(CHOICES, 'Please choose.'), [])).toBe('Please choose.');
  expect(errorOf(someOf(CHOICES, 'Please choose.'), ['one', 'three'])).toBe('Please choose from the list.');
});

test('a checkbox is ticked by the values that forms and JSON clients send, and an agreement must be ticked', () => {
  expect(['on', 'true', true, '1', 'off', '', undefined].map((value) => z.parse(ticked(), value))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(errorOf(agreement('Please agree.'), undefined)).toBe('Please agree.');
});

test('a value that is none of the choices is its own label', () => {
  expect([labelOf(CHOICES, 'one'), labelOf(CHOICES, 'xx')]).toEqual(['One', 'xx']);
});
