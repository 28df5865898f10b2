import { expect, test } from 'vitest';
import { COUNTRIES } from '../../../src/features/rsoc-application/countries.ts';
import { toEmailAddress } from '../../../src/forms/field-schemas.ts';
import { toPayload } from '../../../src/forms/form-payload.ts';
import { readMessage } from '../../../src/forms/message.ts';
import { application, contact } from '../../support/smtp-letters.ts';

const errors = async (input: unknown): Promise<Readonly<Record<string, string>>> => {
  const verdict = await readMessage(input);
  return verdict.status === 'invalid' ? verdict.fields : {};
};

const valid = async (input: unknown) => {
  const verdict = await readMessage(input);
  if (verdict.status === 'invalid') throw new Error(JSON.stringify(verdict));
  return verdict;
};

test('a message with the required fields is read, trimmed and in one spelling', async () => {
  const { message } = await valid(
    contact({ name: '  Zoe\u0308 ', message: ' first line\r\nsecond\rthird ', domainCount: '1,200', company: '' }),
  );

  expect(message).toEqual({
    kind: 'contact',
    name: 'Zoë',
    email: 'ada@example.org',
    topic: 'sales',
    message: 'first line\nsecond\nthird',
    domainCount: 1200,
  });
});

test('every missing field of the contact form is named in the order of the form', async () => {
  expect(Object.entries(await errors({ kind: 'contact' }))).toEqual([
    ['name', 'Please enter your name.'],
    ['email', 'Please enter your e-mail address.'],
    ['topic', 'Please choose a topic.'],
    ['message', 'Please write your message.'],
  ]);
});

test('every missing field of the application is named', async () => {
  expect(Object.keys(await errors({ kind: 'application' }))).toEqual(
    'name email country isCustomer domainCount domainList subjects languages targetCountries monthlyVisitors trafficKinds adultShare articles adsense agreesToReview agreesToTerms'.split(
      ' ',
    ),
  );
});

test.each([null, undefined, [], 'contact', 7, {}, { kind: 'newsletter' }, { kind: 'toString' }, { kind: ['contact'] }])(
  'what is no known kind of message (%j) is refused by its kind',
  async (input) => {
    expect(await errors(input)).toEqual({ kind: 'The kind of message must be contact or application.' });
  },
);

test.each(['\r\nBcc: a@b.test', 'a\nb', 'a\u0000b', 'a\tb', 'a\u2028b', 'abc\u202Etxt', '\uD800x', 'a\u0085b'])(
  'a control character in a single line is refused (%j)',
  async (text) => {
    expect(Object.keys(await errors(contact({ name: `x${text}x` })))).toEqual(['name']);
    expect(Object.keys(await errors(contact({ company: `x${text}x` })))).toEqual(['company']);
  },
);

test('a text of several lines may have line breaks and tabs, and no other control characters', async () => {
  expect(await errors(contact({ message: 'first\n\tsecond line' }))).toEqual({});
  expect(Object.keys(await errors(contact({ message: 'first line\u0000' })))).toEqual(['message']);
  expect(Object.keys(await errors(contact({ message: 'the file is gpj\u202E.exe' })))).toEqual(['message']);
});

test('texts have limits, and the limit is told', async () => {
  expect(await errors(contact({ name: 'x'.repeat(101), message: 'x'.repeat(5_001) }))).toEqual({
    name: 'Please use at most 100 characters.',
    message: 'Please use at most 5,000 characters.',
  });
  expect(await errors(contact({ message: 'short' }))).toEqual({ message: 'Please write at least 10 characters.' });
});

test.each([
  'a@b.de',
  'first.last+tag@sub.example.co.uk',
  "o'neill@example.com",
  'A_B-c@EXAMPLE.com',
  'x@xn--bcher-kva.de',
])('%s is an e-mail address', (address) => {
  expect(toEmailAddress(address)?.toLowerCase()).toBe(address.toLowerCase());
});

test('an international host becomes what SMTP understands', () => {
  expect(toEmailAddress('info@Bücher.de')).toBe('info@xn--bcher-kva.de');
});

test.each([
  'plain',
  '@example.com',
  'a@',
  'a@localhost',
  'a@1.2.3.4',
  'a@[1.2.3.4]',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a b@example.com',
  '"a b"@example.com',
  'müller@example.com',
  'a@exa mple.com',
  'a@-example.com',
  'a@example..com',
  'a@b@example.com,c@example.com',
  'Name <a@example.com>',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
])('%s is no e-mail address', (address) => {
  expect(toEmailAddress(address)).toBeNull();
});

test('an application holds its domains, counted and each once', async () => {
  const { message } = await valid(application({ domainList: 'one.com\nwww.one.com\ntwo.de' }));

  expect(message).toMatchObject({ domainList: { domains: ['one.com', 'two.de'], duplicates: 1 } });
});

test('refused lines stop an application until the visitor leaves them out', async () => {
  const list = { domainList: 'one.com\nnonsense' };

  expect(await readMessage(application(list))).toMatchObject({
    status: 'invalid',
    fields: {
      domainList: expect.stringMatching(
        /^1 line is not a domain, the first is line 2: There is no ending such as \.com\./,
      ),
    },
    rejectedLines: [{ line: 2, text: 'nonsense' }],
  });
  expect((await valid(application({ ...list, skipRefusedLines: 'on' }))).message).toMatchObject({
    domainList: { domains: ['one.com'], refused: [{ line: 2 }] },
  });
  expect(await errors(application({ domainList: 'nonsense', skipRefusedLines: true }))).toEqual({
    domainList: 'There is no domain in this list.',
  });
});

test('paid traffic has to be named, and a disabled AdSense account explained, whatever else is missing', async () => {
  expect(await errors(application({ name: '', trafficKinds: ['type-in', 'paid'], adsense: 'disabled' }))).toEqual({
    name: 'Please enter your name.',
    paidSources: 'Please name the networks from which you buy visitors.',
    agreesToCreatives: 'Please agree to hand over every ad creative word for word.',
    adsenseDetails: 'Please write down what happened, and when.',
  });
});

test('what paid traffic asks for is asked for while choices are still open further down', async () => {
  const open = { articles: '', adsense: undefined, trafficKinds: ['paid'], company: 'x'.repeat(121) };

  expect(Object.keys(await errors(application(open)))).toEqual(
    expect.arrayContaining(['articles', 'adsense', 'company', 'paidSources', 'agreesToCreatives']),
  );
});

test('choices that are not offered are refused', async () => {
  expect(
    Object.keys(
      await errors(
        application({ country: 'ZZ', subjects: ['travel', 'hacking'], revenueRange: 'lots', adultShare: 101 }),
      ),
    ),
  ).toEqual(['country', 'subjects', 'adultShare', 'revenueRange']);
});

test('a web address may come without its scheme, and must be one of the web', async () => {
  expect((await valid(application({ website: 'example.org/me' }))).message).toMatchObject({
    website: 'https://example.org/me',
  });
  expect(Object.keys(await errors(application({ website: 'javascript:alert(1)' })))).toEqual(['website']);
});

test('a form says the same as an object, with the file below the pasted list', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...application(), domainList: 'one.com', $ACTION_KEY: 'k' }))
    form.set(name, String(value));
  form.append('subjects', 'home');
  form.set('domainFile', new File(['domain\r\ntwo.com\r\n'], 'list.csv', { type: 'text/csv' }));
  form.set('cf-turnstile-response', 'token');
  form.set('agreesToTerms', 'on');

  const payload = await toPayload(form);
  const { message, envelope } = await valid(payload);

  expect(payload).not.toHaveProperty('$ACTION_KEY');
  expect(envelope.captcha).toBe('token');
  expect(message).toMatchObject({
    subjects: ['travel', 'home'],
    domainList: { domains: ['one.com', 'two.com'] },
    adultShare: 0,
  });
});

test('of a field that comes twice the first text counts, of a list all of them, of the proofs the first that is one', async () => {
  const form = new FormData();
  for (const [name, value] of [
    ['captcha', ''],
    ['name', 'Ada'],
    ['subjects', 'travel'],
    ['altcha', 'first'],
    ['name', 'Eve'],
    ['captcha', 'second'],
    ['subjects', 'home'],
  ] as const)
    form.append(name, value);

  expect(await toPayload(form)).toEqual({ captcha: 'first', name: 'Ada', subjects: ['travel', 'home'] });
});

test.each(['.UNSTARTED', '.SOLVING', '.ERROR'])('the status %s of Friendly Captcha is no solution', async (status) => {
  const form = new FormData();
  form.set('frc-captcha-response', status);

  expect((await toPayload(form)).captcha).toBe('');
});

test('a file over the limit is refused without being read', async () => {
  const form = new FormData();
  form.set('domainFile', new File([new Uint8Array(1_048_577)], 'list.txt'));

  expect(await errors({ ...application(), ...(await toPayload(form)) })).toEqual({
    domainList: 'The list is larger than 1 MB.',
  });
});

test('each country has a code and a name', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(COUNTRIES.filter(({ value, label }) => !/^[A-Z]{2}$/.test(value) || label.length < 4)).toEqual([]);
});
