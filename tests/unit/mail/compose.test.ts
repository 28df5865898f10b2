import { expect, test } from 'vitest';
import { composeEmail } from '../../../src/mail/compose.ts';
import { defineMessageKind } from '../../../src/mail/message-kind.ts';

const SENDER = { name: 'Ada <b>Example</b>', email: 'ada@example.org' };
const CONTENT = {
  subject: 'A subject',
  rows: [
    ['Name', SENDER.name],
    ['Company', undefined],
    ['Domains', 0],
  ],
  sections: [{ title: 'Message', text: 'first line\nsecond <line>' }],
  attachments: [],
} as const;
const CONFIRMATION = { thing: 'message', next: ['A named person replies within one working day.'] } as const;
const FACTS = { reference: 'P-7K3M-9QXA', acceptedAt: 0 } as const;

const kind = defineMessageKind({
  name: 'contact',
  confirm: () => CONFIRMATION,
  validate: async () => ({ status: 'invalid', fields: {} }),
  compose: () => CONTENT,
});

test('the text starts with the reference, the time and the captcha result, and leaves out empty rows', () => {
  const { text, subject } = composeEmail(kind, SENDER, CONTENT, 'absent', FACTS);

  expect(subject).toBe('A subject [P-7K3M-9QXA]');
  expect(text.split('\n')).toEqual([
    'Reference: P-7K3M-9QXA',
    'Received: 1970-01-01T00:00:00.000Z',
    'Sender: not verified: sent without a captcha',
    'Name: Ada <b>Example</b>',
    'Domains: 0',
    '',
    'Message:',
    '',
    'first line',
    'second <line>',
    '',
  ]);
});

test('the HTML part escapes what the visitor wrote', () => {
  const { html } = composeEmail(kind, SENDER, CONTENT, 'absent', FACTS);

  expect(html).toContain('Ada &lt;b&gt;Example&lt;/b&gt;');
  expect(html).toContain('first line<br>second &lt;line&gt;');
});

test('the HTML part keeps spaces, and the direction in which the visitor wrote', () => {
  const sections = [{ title: 'Message', text: 'a.com    120\nb.de       7' }];
  const { html } = composeEmail(kind, SENDER, { ...CONTENT, sections }, 'absent', FACTS);

  expect(html).toMatch(/<p dir="auto" style="white-space:pre-wrap;[^"]*">a\.com {4}120<br>b\.de {7}7<\/p>/);
});

test('the HTML part is not wider than a phone if the visitor wrote a long URL', () => {
  const url = `https://example.com/${'x'.repeat(300)}`;
  const content = { ...CONTENT, rows: [['Website', url]] as const, sections: [{ title: 'URLs', text: url }] };
  const { html } = composeEmail(kind, SENDER, content, 'absent', FACTS);

  expect(html).toMatch(/<td style="word-break:break-word">https:/);
  expect(html).toMatch(/<p [^>]*;word-break:break-word">https:/);
});

test('a long subject is truncated before the reference', () => {
  const { subject } = composeEmail(kind, SENDER, { ...CONTENT, subject: 'x'.repeat(200) }, 'absent', FACTS);

  expect(subject).toBe(`${'x'.repeat(139)}… [P-7K3M-9QXA]`);
});
