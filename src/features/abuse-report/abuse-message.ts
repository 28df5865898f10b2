import * as z from 'zod/mini';
import {
  agreement,
  choice,
  line,
  lines,
  optionalLine,
  optionalLines,
  toEmailAddress,
} from '../../forms/field-schemas.ts';
import { defineMessage } from '../../forms/message.ts';
import { ANONYMOUS_CATEGORY, CATEGORIES } from './report-categories.ts';
import { findInvalidLine } from './reported-urls.ts';

/** The content of a notice under Regulation (EU) 2022/2065, Art. 16(2). */
const ReportShape = z.object({
  category: choice(CATEGORIES, 'Please choose what you’re reporting.'),
  urls: lines('Please enter the exact URLs.', { max: 10_000 }).check(
    z.refine((urls) => findInvalidLine(urls) === null, {
      error: ({ input }) =>
        `Line ${findInvalidLine(String(input))} isn’t a web address such as https://example.com/page. Please enter one per line.`,
    }),
  ),
  seen: lines('Please describe what you saw.', { min: 10, max: 5_000 }),
  seenAt: line('Please say when you saw it.', { max: 100 }),
  country: line('Please name the country you saw it from.', { max: 100 }),
  redirects: optionalLines({ max: 5_000 }),
  reason: lines('Please say why it’s illegal or against the rules.', { min: 10, max: 5_000 }),
  name: optionalLine({ max: 100 }),
  email: optionalLine({ max: 254 }),
  goodFaith: agreement('Please confirm that your report is accurate and complete.'),
});

type ReportFields = z.output<typeof ReportShape>;

const isAnonymous = ({ category }: Pick<ReportFields, 'category'>): boolean => category === ANONYMOUS_CATEGORY;

const isObject = ({ value }: z.core.ParsePayload): boolean => typeof value === 'object' && value !== null;

/**
 * The rules about the sender depend on the category. They also run if other fields are invalid, so that all errors are shown at once.
 */
const AbuseFields = ReportShape.check(
  z.refine((report) => isAnonymous(report) || Boolean(report.name), {
    path: ['name'],
    error: 'Please enter your name.',
    when: isObject,
  }),
  z.refine((report) => isAnonymous(report) || Boolean(report.email), {
    path: ['email'],
    error: 'Please enter your email address.',
    when: isObject,
  }),
  z.refine((report) => isAnonymous(report) || !report.email || toEmailAddress(String(report.email)) !== null, {
    path: ['email'],
    error: 'Please enter an email address such as name@example.com.',
    when: isObject,
  }),
  // The fields are hidden in an anonymous report; what was entered before its category was chosen is dropped.
  z.overwrite((report) =>
    isAnonymous(report)
      ? { ...report, name: undefined, email: undefined }
      : { ...report, email: toEmailAddress(report.email ?? '') ?? undefined },
  ),
);

export type AbuseReport = z.output<typeof AbuseFields>;

export const abuseMessage = defineMessage({
  kind: 'abuse',
  path: '/contact',
  query: '?topic=abuse',
  schema: AbuseFields,
});
