import 'server-only';
import { domainToUnicode } from 'node:url';
import { toCsv } from '../../forms/csv.ts';
import type { DomainList } from '../../forms/domain-list.ts';
import { labelOf } from '../../forms/field-schemas.ts';
import { defineMessageKind, type EmailAttachment, type EmailContent } from '../../mail/message-kind.ts';
import { type Application, applicationMessage } from './application-message.ts';
import { CHOICES } from './choices.ts';

const MAX_DOMAINS_IN_TEXT = 25;

const toLabels = (choices: Parameters<typeof labelOf>[0], values: readonly string[]): string =>
  values.map((value) => labelOf(choices, value)).join(', ');

const formatNumber = (number: number): string => number.toLocaleString('en');

const pluralize = (number: number, one: string, many: string): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;

const toUnicode = (domain: string): string => domainToUnicode(domain) || domain;

const toListSummary = ({ domains, duplicates, rejected, reduced, isTable }: DomainList): string => {
  const more = domains.length - MAX_DOMAINS_IN_TEXT;
  return [
    `${pluralize(domains.length, 'domain is', 'domains are')} attached as domains.csv.`,
    ...(isTable ? ['Only the first column of the applicant’s table was read.'] : []),
    [
      `${pluralize(duplicates, 'duplicate', 'duplicates')} removed`,
      `${pluralize(rejected.length, 'line', 'lines')} skipped`,
      `${pluralize(reduced.length, 'entry', 'entries')} shortened to the domain.`,
    ].join(', '),
    '',
    ...domains.slice(0, MAX_DOMAINS_IN_TEXT).map(toUnicode),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
  ].join('\n');
};

const toAttachments = ({ domains, rejected }: DomainList): readonly EmailAttachment[] => {
  const list = toCsv('domains.csv', [['domain', 'unicode'], ...domains.map((domain) => [domain, toUnicode(domain)])]);
  if (rejected.length === 0) return [list];
  const leftOut = toCsv('left-out.csv', [
    ['line', 'text', 'reason'],
    ...rejected.map(({ line, text, reason }) => [line, text, reason]),
  ]);
  return [list, leftOut];
};

/** The email to the team about an application. */
export const composeApplicationEmail = (application: Application): EmailContent => ({
  subject: `RSOC application: ${application.name}, ${pluralize(application.domainList.domains.length, 'domain', 'domains')}`,
  rows: [
    ['Name', application.name],
    ['Email', application.email],
    ['Company', application.company],
    ['Phone or messenger', application.phone],
    ['Country', labelOf(CHOICES.country, application.country)],
    ['Website', application.website],
    ['Customer', labelOf(CHOICES.isCustomer, application.isCustomer)],
    ['Account number', application.accountNumber],
    ['Number of domains', formatNumber(application.domainCount)],
    ['Subjects', toLabels(CHOICES.subjects, application.subjects)],
    ['Languages', toLabels(CHOICES.languages, application.languages)],
    ['Visitor countries', application.targetCountries],
    ['Visitors per month', formatNumber(application.monthlyVisitors)],
    ['Traffic', toLabels(CHOICES.trafficKinds, application.trafficKinds)],
    ['Adult traffic', `${application.adultShare}%`],
    ['Current provider', application.provider],
    ['Revenue per month', application.revenueRange && labelOf(CHOICES.revenueRange, application.revenueRange)],
    ['Articles', labelOf(CHOICES.articles, application.articles)],
    ['AdSense account', labelOf(CHOICES.adsense, application.adsense)],
    ['Sends ad texts in advance', application.agreesToCreatives ? 'agreed' : undefined],
    ['Right to apply, complete answers', 'confirmed'],
    ['Terms', 'agreed'],
  ],
  sections: [
    { title: 'Domains', text: toListSummary(application.domainList) },
    { title: 'Paid sources', text: application.paidSources ?? '' },
    { title: 'Disabled AdSense account', text: application.adsenseDetails ?? '' },
    { title: 'Remarks', text: application.remarks ?? '' },
  ].filter(({ text }) => text !== ''),
  attachments: toAttachments(application.domainList),
});

export const applicationMessageKind = defineMessageKind({
  name: applicationMessage.kind,
  validate: applicationMessage.validate,
  compose: composeApplicationEmail,
  confirm: () => ({
    thing: 'RSOC application',
    next: ['We check every domain by hand and decide within 5 working days.'],
  }),
});
