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

const short = line('missing', { max: 50 });
const optional = optionalLine({ max: 50 });
const text = lines('missing', { max: 50 });
const share = wholeNumber('Please enter the share.', { min: 0, max: 100 });
const count = wholeNumber('missing', { min: 0, max: 5_000 });
const several = someOf(CHOICES, 'Please choose.');

test.each<[string, z.core.$ZodType, unknown, unknown]>([
  ['a line is trimmed and normalized to NFC', short, '  Zoe\u0308 ', 'Zoë'],
  ['a line loses characters that nobody sees', short, '\u202AAnna\u202C\tMüller\uFEFF', 'Anna Müller'],
  ['a missing line is undefined if it is optional', optional, undefined, undefined],
  ['null is undefined if the line is optional', optional, null, undefined],
  ['an empty line is undefined if it is optional', optional, '  ', undefined],
  ['a text keeps line breaks and tabs', text, ' first\r\nsecond\rthird\n\tfourth ', 'first\nsecond\nthird\n\tfourth'],
  ['a text loses characters that nobody sees', text, 'gpj\u202E.exe\u2028\u200Bor not', 'gpj.exe\nor not'],
  ['a URL may omit the scheme', website(), 'example.org/me', 'https://example.org/me'],
  ['a URL may have a port', website(), 'example.org:8080', 'https://example.org:8080/'],
  ['a URL may omit the slashes', website(), 'http:example.org', 'http://example.org/'],
  ['a number may have a comma', count, '1,200', 1200],
  ['a number may have a point', count, '1.200', 1200],
  ['a number may have a no-break space', count, '1\u00A0200', 1200],
  ['a number may be in full width', count, '１，２００', 1200],
  ['a number may be a number', count, 1200, 1200],
  ['a number may have a percent sign', share, '25 %', 25],
  ['a number may be zero', share, 0, 0],
  ['an empty number is undefined if it is optional', optionalNumber({ min: 0, max: 100 }), '', undefined],
  ['an empty choice is undefined if it is optional', optionalChoice(CHOICES), '', undefined],
  ['choices are deduplicated', several, ['one', 'one'], ['one']],
  ['a single choice is a list', several, 'two', ['two']],
  ['a checkbox of a form is ticked', ticked(), 'on', true],
  ['a checkbox of a JSON client is ticked', ticked(), true, true],
  ['a checkbox with the text "true" is ticked', ticked(), 'true', true],
  ['a checkbox with the text "1" is ticked', ticked(), '1', true],
  ['a checkbox with the text "off" is not ticked', ticked(), 'off', false],
  ['an empty checkbox is not ticked', ticked(), '', false],
  ['a missing checkbox is not ticked', ticked(), undefined, false],
])('%s', (_, schema, value, parsed) => {
  expect(z.parse(schema, value)).toEqual(parsed);
});

test.each<[string, z.core.$ZodType, unknown, string]>([
  ['a line that is missing', short, undefined, 'missing'],
  ['a line that is null', short, null, 'missing'],
  ['a line that is empty', short, '  ', 'missing'],
  ['a text that nobody sees', text, '\u200B'.repeat(20), 'missing'],
  ['a text with a null byte', text, 'first line\u0000', 'control characters'],
  ['a line that is too long', line('', { max: 1_000 }), 'x'.repeat(1_001), 'Please use at most 1,000 characters.'],
  ['a text that is too short', lines('', { min: 10, max: 50 }), 'short', 'Please write at least 10 characters.'],
  ['a URL of another scheme', website(), 'mailto:me@example.org', 'web address'],
  [
    'a URL that is a script',
    website(),
    'javascript:alert(1)',
    'Please enter a web address such as https://example.com.',
  ],
  ['a URL with a password', website(), 'https://user:password@example.org', 'web address'],
  ['a number beyond its range', share, '101', 'Please enter a whole number from 0 to 100.'],
  ['a number that is not whole', share, '2.5', 'Please enter a whole number from 0 to 100.'],
  ['a number that is empty', share, '', 'Please enter the share.'],
  ['a choice that is not offered', choice(CHOICES, 'Please choose.'), 'three', 'Please choose.'],
  ['an optional choice that is not offered', optionalChoice(CHOICES), 'three', 'Please choose one of the answers.'],
  ['no choice', several, [], 'Please choose.'],
  ['choices of which one is not offered', several, ['one', 'three'], 'Please choose from the list.'],
  ['an agreement that is not ticked', agreement('Please agree.'), undefined, 'Please agree.'],
])('%s is an error that says why', (_, schema, value, message) => {
  expect(z.safeParse(schema, value).error?.issues[0]?.message).toContain(message);
});

test('a number with 200,000 blanks in it is rejected at once', { timeout: 5_000 }, () => {
  expect(z.safeParse(share, `2${' '.repeat(200_000)}5`).success).toBe(false);
});

test.each(['x\r\nBcc: a@b.test', 'a\nb', 'a\u0000b', 'a\u2028b', 'x\uD800x', 'a\u0085b'])(
  'a line may not contain the control characters of %j',
  (value) => {
    for (const schema of [short, optional])
      expect(z.safeParse(schema, value).error?.issues[0]?.message).toContain('control characters');
  },
);

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

test('a value that is none of the choices is its own label', () => {
  expect([labelOf(CHOICES, 'one'), labelOf(CHOICES, 'xx')]).toEqual(['One', 'xx']);
});
