import * as z from 'zod/mini';
import { readListFile } from '../../forms/decode-list-file.ts';
import type { DomainList } from '../../forms/domain-list.ts';
import {
  agreement,
  choice,
  emailAddress,
  line,
  optionalChoice,
  optionalLine,
  optionalLines,
  someOf,
  ticked,
  website,
  wholeNumber,
} from '../../forms/field-schemas.ts';
import { defineMessage } from '../../forms/message.ts';
import { CHOICES } from './choices.ts';

/** A cross-field rule runs when the field that it depends on is valid, even if other fields are not. */
const isValid =
  (field: string) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' && value !== null && field in value && !issues.some(({ path }) => path?.[0] === field);

const NO_LIST = 'Please list your domains.';

const domainList = z.pipe(
  z.string({ error: ({ input }) => (input === undefined ? NO_LIST : 'Please enter text.') }),
  z.transform(async (text: string, { issues }): Promise<DomainList> => {
    const fail = (message: string, rejectedLines: DomainList['rejected'] = []): never => {
      issues.push({ code: 'custom', message, input: text, params: { rejectedLines } });
      return z.NEVER;
    };
    if (text.trim() === '') return fail(NO_LIST);
    // This module includes the public suffix list, which is large: a browser downloads it only when there are domains to check.
    const { parseDomainList } = await import('../../forms/domain-list.ts');
    const result = parseDomainList(text);
    if (result.status === 'too-long') return fail(result.message);
    if (result.list.domains.length === 0) return fail('There are no domains in this list.', result.list.rejected);
    return result.list;
  }),
);

/** The fields are those that the privacy policy lists (§ 8). */
const ApplicationShape = z.object({
  name: line('Please enter your name.', { max: 100 }),
  email: emailAddress('Please enter your email address.'),
  company: optionalLine({ max: 120 }),
  /** Phone or messenger. */
  phone: optionalLine({ max: 80 }),
  country: choice(CHOICES.country, 'Please choose your country.'),
  website: website(),
  isCustomer: choice(CHOICES.isCustomer, 'Please say whether you’re a customer.'),
  accountNumber: optionalLine({ max: 40 }),

  domainCount: wholeNumber('Please enter the number of domains.', { min: 1, max: 100_000_000 }),
  domainList,
  skipRejectedLines: ticked(),
  subjects: someOf(CHOICES.subjects, 'Please choose at least one subject.'),
  languages: someOf(CHOICES.languages, 'Please choose at least one language.'),
  targetCountries: line('Please name the countries your visitors are in.', { max: 300 }),

  monthlyVisitors: wholeNumber('Please enter the number of visitors per month.', { min: 0, max: 10_000_000_000 }),
  trafficKinds: someOf(CHOICES.trafficKinds, 'Please choose at least one kind of traffic.'),
  paidSources: optionalLines({ max: 1_000 }),
  adultShare: wholeNumber('Please enter the share of adult traffic, or 0 if there’s none.', { min: 0, max: 100 }),
  provider: optionalLine({ max: 120 }),
  revenueRange: optionalChoice(CHOICES.revenueRange),

  articles: choice(CHOICES.articles, 'Please say who writes the articles.'),
  adsense: choice(CHOICES.adsense, 'Please say whether an AdSense account was ever disabled.'),
  adsenseDetails: optionalLines({ max: 2_000 }),
  remarks: optionalLines({ max: 3_000 }),

  agreesToCreatives: ticked(),
  agreesToReview: agreement(
    'Please confirm that you have the right to put these domains forward and that your answers are complete.',
  ),
  agreesToTerms: agreement('Please agree to the terms.'),
});

const toLinesError = ([first, ...others]: DomainList['rejected']): string => {
  const count =
    others.length === 0
      ? '1 line isn’t a domain.'
      : `${(others.length + 1).toLocaleString('en')} lines aren’t domains.`;
  return `${count} Line ${first?.line}: ${first?.reason} Fix the list, or choose to skip such lines.`;
};

const ApplicationFields = ApplicationShape.check(
  z.check(
    ({ value: { domainList: list, skipRejectedLines }, issues }) => {
      const rejectedLines = list.rejected;
      if (rejectedLines.length === 0 || skipRejectedLines) return;
      const message = toLinesError(rejectedLines);
      issues.push({ code: 'custom', path: ['domainList'], message, input: list, params: { rejectedLines } });
    },
    { when: isValid('domainList') },
  ),
  z.refine(({ trafficKinds, paidSources }) => !trafficKinds.includes('paid') || Boolean(paidSources), {
    path: ['paidSources'],
    error: 'Please name the networks you buy visitors from.',
    when: isValid('trafficKinds'),
  }),
  z.refine(({ adsense, adsenseDetails }) => adsense !== 'disabled' || Boolean(adsenseDetails), {
    path: ['adsenseDetails'],
    error: 'Please tell us what happened, and when.',
    when: isValid('adsense'),
  }),
  z.refine(({ trafficKinds, agreesToCreatives }) => !trafficKinds.includes('paid') || agreesToCreatives, {
    path: ['agreesToCreatives'],
    error: 'Please agree to send us the exact text of every ad.',
    when: isValid('trafficKinds'),
  }),
);

export type Application = z.output<typeof ApplicationFields>;

/** The choices on which other fields depend. An invalid one counts as missing. */
const { isCustomer, trafficKinds, adsense } = ApplicationShape.shape;
const Choices = z.object({
  isCustomer: z.catch(z.optional(isCustomer), undefined),
  trafficKinds: z.catch(z.optional(trafficKinds), undefined),
  adsense: z.catch(z.optional(adsense), undefined),
});

/** Drops what was entered in fields that the choices hide (application-steps.module.css): it may be invalid, and nobody could see that. */
const dropHiddenFields = (payload: unknown): unknown => {
  const { data: choices } = Choices.safeParse(payload);
  if (!choices || typeof payload !== 'object') return payload;
  const isPaid = choices.trafficKinds?.includes('paid');
  return {
    ...payload,
    ...(choices.isCustomer !== 'yes' && { accountNumber: undefined }),
    ...(!isPaid && { paidSources: undefined, agreesToCreatives: undefined }),
    ...(choices.adsense !== 'disabled' && { adsenseDetails: undefined }),
  };
};

/** Appends the uploaded list to the pasted one. */
const addDomainFile = async (payload: Record<string, unknown>, form: FormData) => {
  const file = form.get('domainFile');
  if (!(file instanceof File) || file.size === 0) return payload;
  const text = await readListFile(file);
  const { domainList: pasted } = payload;
  return { ...payload, domainList: typeof pasted === 'string' && pasted.trim() !== '' ? `${pasted}\n${text}` : text };
};

export const applicationMessage = defineMessage({
  kind: 'application',
  path: '/RSOC-for-domains-application',
  schema: ApplicationFields,
  listFields: ['subjects', 'languages', 'trafficKinds'],
  addFiles: addDomainFile,
  prepare: dropHiddenFields,
});
