import 'server-only';
import { domainToUnicode } from 'node:url';
import { labelOf } from '../features/rsoc-application/choice-labels.ts';
import type { Application, Contact, Message } from '../forms/message.ts';
import type { Mail, OutboxEntry } from './outbox.ts';

type Row = readonly [label: string, value: string | number | undefined];
type Section = { readonly title: string; readonly text: string };

type Content = { readonly subject: string; readonly rows: readonly Row[]; readonly sections: readonly Section[] };

type Facts = {
  readonly reference: string;
  readonly acceptedAt: number;
  readonly proof: OutboxEntry['proof'];
};

const SHOWN_DOMAINS = 25;
const PROOF = {
  verified: 'a person (captcha solved)',
  unverified: 'not verified: the captcha provider could not be asked',
  absent: 'not verified: sent without a captcha',
} as const;

const count = (value: number | undefined): string | undefined => value?.toLocaleString('en');
const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const labels = (field: string, values: readonly string[]): string =>
  values.map((value) => labelOf(field, value)).join(', ');
const choiceOf = (field: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : labelOf(field, value);

const contactContent = ({ name, email, company, topic, domainCount, message }: Contact): Content => ({
  subject: `${labelOf('topic', topic)}: ${name}`,
  rows: [
    ['Name', name],
    ['E-mail', email],
    ['Company', company],
    ['Topic', labelOf('topic', topic)],
    ['Number of domains', count(domainCount)],
  ],
  sections: [{ title: 'Message', text: message }],
});

const listSummary = ({ domainList: { domains, duplicates, refused, reduced } }: Application): string => {
  const shown = domains.slice(0, SHOWN_DOMAINS).map((domain) => domainToUnicode(domain) || domain);
  const rest = domains.length - shown.length;
  return [
    `${counted(domains.length, 'domain is', 'domains are')} attached as domains.csv.`,
    [
      `${count(duplicates)} repeated`,
      `${counted(refused.length, 'line', 'lines')} left out`,
      `${counted(reduced.length, 'subdomain or address taken for its domain', 'subdomains or addresses taken for their domain')}.`,
    ].join(', '),
    '',
    ...shown,
    ...(rest > 0 ? [`and ${count(rest)} more`] : []),
  ].join('\n');
};

const applicationContent = (application: Application): Content => ({
  subject: `RSOC application: ${application.name}, ${counted(application.domainList.domains.length, 'domain', 'domains')}`,
  rows: [
    ['Name', application.name],
    ['E-mail', application.email],
    ['Company', application.company],
    ['Telephone or messenger', application.phone],
    ['Country', labelOf('country', application.country)],
    ['Website', application.website],
    ['Customer', labelOf('isCustomer', application.isCustomer)],
    ['Account number', application.accountNumber],
    ['Number of domains', count(application.domainCount)],
    ['Subjects', labels('subjects', application.subjects)],
    ['Languages', labels('languages', application.languages)],
    ['Countries of the visitors', application.targetCountries],
    ['Visitors a month', count(application.monthlyVisitors)],
    ['Traffic', labels('trafficKinds', application.trafficKinds)],
    ['Adult traffic', `${application.adultShare}%`],
    ['Current provider', application.provider],
    ['Revenue a month', choiceOf('revenueRange', application.revenueRange)],
    ['Articles', labelOf('articles', application.articles)],
    ['AdSense account', labelOf('adsense', application.adsense)],
    ['Hands over ad creatives', application.agreesToCreatives ? 'agreed' : undefined],
    ['May apply, answers complete', 'agreed'],
    ['Terms', 'agreed'],
  ],
  sections: [
    { title: 'Domains', text: listSummary(application) },
    { title: 'Paid sources', text: application.paidSources ?? '' },
    { title: 'Disabled AdSense account', text: application.adsenseDetails ?? '' },
    { title: 'Remarks', text: application.remarks ?? '' },
  ].filter(({ text }) => text !== ''),
});

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const filled = (rows: readonly Row[]): [string, string][] =>
  rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [[label, String(value)]]));

const toText = (rows: readonly Row[], sections: readonly Section[]): string =>
  [
    ...filled(rows).map(([label, value]) => `${label}: ${value}`),
    ...sections.flatMap(({ title, text }) => ['', `${title}:`, '', text]),
    '',
  ].join('\n');

const toHtml = (rows: readonly Row[], sections: readonly Section[]): string => {
  const cells = filled(rows).map(
    ([label, value]) => `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const parts = sections.map(
    ({ title, text }) => `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(text).replace(/\n/g, '<br>\n')}</p>`,
  );
  return `<!DOCTYPE html><html lang="en"><body><table cellpadding="4">${cells.join('\n')}</table>\n${parts.join('\n')}</body></html>`;
};

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
const csvCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replace(/"/g, '""')}"`;

const csv = (filename: string, rows: readonly (readonly (string | number)[])[]): Mail['attachments'][number] => ({
  filename,
  contentType: 'text/csv; charset=utf-8',
  content: `\uFEFF${rows.map((row) => row.map((cell) => csvCell(String(cell))).join(',')).join('\r\n')}\r\n`,
});

const attachmentsOf = (message: Message): Mail['attachments'] => {
  if (message.kind === 'contact') return [];
  const { domains, refused } = message.domainList;
  const list = csv('domains.csv', [
    ['domain', 'unicode'],
    ...domains.map((domain) => [domain, domainToUnicode(domain) || domain]),
  ]);
  const leftOut = csv('left-out.csv', [
    ['line', 'text', 'reason'],
    ...refused.map(({ line, text, reason }) => [line, text, reason]),
  ]);
  return refused.length > 0 ? [list, leftOut] : [list];
};

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;

/** The mail to the team. */
export const composeMessage = (message: Message, { reference, acceptedAt, proof }: Facts): Mail => {
  const { subject, rows, sections } =
    message.kind === 'contact' ? contactContent(message) : applicationContent(message);
  const all: Row[] = [
    ['Reference', reference],
    ['Received', new Date(acceptedAt).toISOString()],
    ['Sender', PROOF[proof]],
    ...rows,
  ];
  return {
    route: message.kind,
    visitor: { name: message.name, address: message.email },
    subject: `${cut(subject, 140)} [${reference}]`,
    text: toText(all, sections),
    html: toHtml(all, sections),
    attachments: attachmentsOf(message),
  };
};

/** The confirmation to the visitor. Nothing of it is the visitor's: the address may belong to somebody else. */
export const composeReply = ({ kind, email }: Message, reference: string, siteName: string): Mail => {
  const what = kind === 'contact' ? 'message' : 'application for RSOC for domains';
  const when = kind === 'contact' ? 'within one working day' : 'within 5 working days';
  const lines = [
    `Your ${what} has reached ${siteName} and is stored. Its reference is ${reference}.`,
    `A person reads it and answers ${when}, from Monday to Friday.`,
    'This mail was sent by the form on our website. If you did not fill it in, you can ignore it.',
  ];
  return {
    route: 'reply',
    visitor: { address: email },
    subject: `We have your ${what} [${reference}]`,
    text: `${lines.join('\n\n')}\n`,
    html: `<!DOCTYPE html><html lang="en"><body>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`,
    attachments: [],
  };
};
