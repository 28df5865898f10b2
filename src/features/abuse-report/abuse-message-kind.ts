import 'server-only';
import { labelOf } from '../../forms/field-schemas.ts';
import { defineMessageKind, type EmailContent } from '../../mail/message-kind.ts';
import { type AbuseReport, abuseMessage } from './abuse-message.ts';
import { APPEAL, STEPS } from './abuse-texts.ts';
import { CATEGORIES } from './report-categories.ts';
import { parseReportedUrl } from './reported-urls.ts';

const hostOf = (urls: string): string => parseReportedUrl(urls.split('\n')[0] ?? '')?.hostname ?? '';

/** The email to the team about a report. */
export const composeAbuseEmail = (report: AbuseReport): EmailContent => ({
  subject: `Abuse: ${labelOf(CATEGORIES, report.category)}: ${hostOf(report.urls)}`,
  rows: [
    ['Category', labelOf(CATEGORIES, report.category)],
    ['Name', report.name],
    ['Email', report.email],
    ['Seen at', report.seenAt],
    ['Seen from', report.country],
    ['Good faith', report.goodFaith ? 'confirmed' : undefined],
  ],
  sections: [
    { title: 'URLs', text: report.urls },
    ...(report.redirects === undefined ? [] : [{ title: 'Redirects', text: report.redirects }]),
    { title: 'What was seen', text: report.seen },
    { title: 'Why it is illegal or against the rules', text: report.reason },
  ],
  attachments: [],
});

/** A notice under Regulation (EU) 2022/2065: its sender gets a receipt without undue delay (Art. 16(4)). */
export const abuseMessageKind = defineMessageKind({
  name: abuseMessage.kind,
  isAlwaysConfirmed: true,
  validate: abuseMessage.validate,
  compose: composeAbuseEmail,
  confirm: () => ({ thing: 'report', next: [...STEPS, APPEAL] }),
});
