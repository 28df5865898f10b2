import { expect, test } from 'vitest';
import { abuseMessage } from '../../../../src/features/abuse-report/abuse-message.ts';
import { abuseMessageKind, composeAbuseEmail } from '../../../../src/features/abuse-report/abuse-message-kind.ts';
import { listReadFields } from '../../../support/read-fields.ts';
import { abuseReport } from '../../../support/smtp-letters.ts';
import { errorsIn, validIn } from '../../../support/validate-message.ts';

const errorsOf = (payload: unknown) => errorsIn(abuseMessage, payload);

const validated = (changes: Readonly<Record<string, unknown>> = {}) => validIn(abuseMessage, abuseReport(changes));

test('every missing required field has an error, in the order of the form', async () => {
  expect(Object.entries(await errorsOf({}))).toEqual([
    ['category', 'Please choose what you’re reporting.'],
    ['urls', 'Please enter the exact URLs.'],
    ['seen', 'Please describe what you saw.'],
    ['seenAt', 'Please say when you saw it.'],
    ['country', 'Please name the country you saw it from.'],
    ['reason', 'Please say why it’s illegal or against the rules.'],
    ['name', 'Please enter your name.'],
    ['email', 'Please enter your email address.'],
    ['goodFaith', 'Please confirm that your report is accurate and complete.'],
  ]);
});

test.each([
  [' ', 'Please enter your name.', 'ada@nowhere', 'Please enter an email address such as name@example.com.'],
  [7, 'Please enter text.', ['ada'], 'Please enter text.'],
])('for the name %j there is the error %s, for the email %j %s', async (name, nameError, email, emailError) => {
  expect(await errorsOf(abuseReport({ name, email }))).toEqual({ name: nameError, email: emailError });
});

test('a report about the sexual abuse of children has no name and no email address, even if they were entered', async () => {
  for (const sender of [
    { name: undefined, email: undefined },
    { name: 'Ada Example', email: 'ada@nowhere' },
  ]) {
    expect(await validated({ category: 'csam', ...sender })).toMatchObject({ name: undefined, email: undefined });
  }
  expect(JSON.stringify(composeAbuseEmail(await validated({ category: 'csam' })))).not.toContain('Ada');
});

test('a report without the statement of good faith is rejected, whatever it is about', async () => {
  for (const category of ['phishing', 'csam']) {
    expect(await errorsOf(abuseReport({ category, goodFaith: false }))).toEqual({
      goodFaith: 'Please confirm that your report is accurate and complete.',
    });
  }
});

test.each([
  'https://example.com/page?x=1#y',
  'http://192.0.2.1:8080/',
  'example.com/page',
  'hxxps[://]example[.]com/login',
  'https://example.com\n\n  https://example.org',
  'https://bücher-regal.de/ä',
])('%j is accepted as URLs and kept as written', async (urls) => {
  expect(await validated({ urls })).toMatchObject({ urls });
});

test.each([
  ['https://example.com\nthe second domain', 2],
  ['javascript:alert(1)', 1],
  ['nonsense', 1],
  ['https://', 1],
])('%j is not a list of URLs, and the error names the line', async (urls, line) => {
  expect((await errorsOf(abuseReport({ urls }))).urls).toMatch(
    new RegExp(`^Line ${line} isn’t a web address such as https://example.com/page.`),
  );
});

test('the email has category and host in its subject, and the report in sections', async () => {
  const report = await validated({ redirects: 'https://hop.example\r\nhttps://end.example' });

  expect(composeAbuseEmail(report)).toEqual({
    subject: 'Abuse: Phishing, fraud or malware: first-name.com',
    rows: [
      ['Category', 'Phishing, fraud or malware'],
      ['Name', 'Ada Example'],
      ['Email', 'ada@example.org'],
      ['Seen at', '24 November 2026, 14:05 CET'],
      ['Seen from', 'Germany'],
      ['Good faith', 'confirmed'],
    ],
    sections: [
      { title: 'URLs', text: 'https://first-name.com/login\nhxxps://second-name[.]com' },
      { title: 'Redirects', text: 'https://hop.example\nhttps://end.example' },
      { title: 'What was seen', text: 'A page that asks for the password of a bank.' },
      { title: 'Why it is illegal or against the rules', text: 'It imitates the bank to obtain passwords.' },
    ],
    attachments: [],
  });
});

test('the email contains every field of the report', async () => {
  const readNames = listReadFields(await validated(), composeAbuseEmail);

  expect(readNames).toEqual([...abuseMessage.fieldNames].sort());
});

test('the receipt says what happens next and how to appeal', async () => {
  const result = await abuseMessageKind.validate(abuseReport());
  const { thing, next } = result.status === 'valid' ? result.message.confirmation : { thing: '', next: [] };

  expect(thing).toBe('report');
  expect(next.join(' ')).toMatch(/Within 3 working days our staff decide.+If you disagree/);
});
