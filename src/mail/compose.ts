import 'server-only';
import { escapeText } from 'entities';
import type { Confirmation, EmailContent, EmailRow, EmailSection, MessageKind, SenderFields } from './message-kind.ts';
import type { CaptchaResult, Mail, OutboxEntry } from './outbox.ts';

const MAX_SUBJECT_LENGTH = 140;

const SENDER = {
  verified: 'a person (captcha solved)',
  unverified: 'not verified: no usable answer from the captcha provider',
  absent: 'not verified: sent without a captcha',
} as const;

const toDocument = (body: string): string => `<!DOCTYPE html><html lang="en"><body>${body}</body></html>`;

const filled = (rows: readonly EmailRow[]): [string, string][] =>
  rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [[label, String(value)]]));

const toText = (rows: readonly EmailRow[], sections: readonly EmailSection[]): string =>
  [
    ...filled(rows).map(([label, value]) => `${label}: ${value}`),
    ...sections.flatMap(({ title, text }) => ['', `${title}:`, '', text]),
    '',
  ].join('\n');

/** A long URL would make the mail wider than a phone, where mail programs then show all of it in tiny letters. */
const BREAKABLE = 'word-break:break-word';
/** Keeps spaces and indents. Each line has the direction of its script. */
const AS_WRITTEN = `white-space:pre-wrap;unicode-bidi:plaintext;${BREAKABLE}`;

const toHtml = (rows: readonly EmailRow[], sections: readonly EmailSection[]): string => {
  const cells = filled(rows).map(
    ([label, value]) =>
      `<tr><th align="left" valign="top">${escapeText(label)}</th><td style="${BREAKABLE}">${escapeText(value)}</td></tr>`,
  );
  const parts = sections.map(
    ({ title, text }) =>
      `<h2>${escapeText(title)}</h2><p dir="auto" style="${AS_WRITTEN}">${escapeText(text).replace(/\n/g, '<br>')}</p>`,
  );
  return toDocument(`<table cellpadding="4">${cells.join('\n')}</table>\n${parts.join('\n')}`);
};

const truncate = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;

/** The email to the team. */
export const composeEmail = (
  kind: MessageKind,
  sender: SenderFields,
  content: EmailContent,
  captcha: CaptchaResult,
  { reference, acceptedAt }: Pick<OutboxEntry, 'reference' | 'acceptedAt'>,
): Mail => {
  const rows: EmailRow[] = [
    ['Reference', reference],
    ['Received', new Date(acceptedAt).toISOString()],
    ['Sender', SENDER[captcha]],
    ...content.rows,
  ];
  return {
    route: kind.name,
    visitor: { name: sender.name, address: sender.email },
    captcha,
    subject: `${truncate(content.subject, MAX_SUBJECT_LENGTH)} [${reference}]`,
    text: toText(rows, content.sections),
    html: toHtml(rows, content.sections),
    attachments: [...content.attachments],
  };
};

/** The confirmation to the sender. It repeats nothing of the message, because the address may be someone else's. */
export const composeConfirmation = (
  { thing, next }: Confirmation,
  email: string,
  { reference, siteName }: { readonly reference: string; readonly siteName: string },
): Mail => {
  const lines = [
    `${siteName} has received your ${thing}. Its reference is ${reference}; please quote it if you write about it.`,
    ...next,
    'The form on our website sent you this email. If you didn’t fill it in, you can ignore it.',
  ];
  return {
    route: 'reply',
    visitor: { address: email },
    subject: `We’ve received your ${thing} [${reference}]`,
    text: `${lines.join('\n\n')}\n`,
    html: toDocument(lines.map((line) => `<p>${escapeText(line)}</p>`).join('')),
    attachments: [],
  };
};
