import * as z from 'zod/mini';
import {
  ADSENSE,
  ARTICLES,
  CUSTOMER,
  LANGUAGES,
  REVENUE_RANGES,
  SUBJECTS,
  TOPICS,
  TRAFFIC_KINDS,
} from '../features/rsoc-application/choices.ts';
import type { DomainList, RejectedLine } from '../features/rsoc-application/domain-list.ts';
import {
  agreement,
  choice,
  country,
  emailAddress,
  line,
  lines,
  optionalChoice,
  optionalLine,
  optionalLines,
  optionalNumber,
  prepared,
  someOf,
  ticked,
  website,
  wholeNumber,
} from './field-schemas.ts';

/**
 * What a visitor can send, checked by one schema in the browser, in the server actions and behind `POST /mail/send`.
 * The fields of the application are those that the privacy policy lists (§ 8).
 */
const ContactFields = z.object({
  kind: z.literal('contact'),
  name: line('Please enter your name.', { max: 100 }),
  email: emailAddress('Please enter your e-mail address.'),
  topic: choice(TOPICS, 'Please choose a topic.'),
  company: optionalLine({ max: 120 }),
  domainCount: optionalNumber({ min: 0, max: 100_000_000 }),
  message: lines('Please write your message.', { min: 10, max: 5_000 }),
});

/** A rule between fields is looked at as soon as the field it depends on is right, whatever else is wrong. */
const isReadable =
  (field: string) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' && value !== null && field in value && !issues.some(({ path }) => path?.[0] === field);

const ApplicationShape = z.object({
  kind: z.literal('application'),
  name: line('Please enter your name.', { max: 100 }),
  email: emailAddress('Please enter your e-mail address.'),
  company: optionalLine({ max: 120 }),
  /** Telephone or messenger. */
  phone: optionalLine({ max: 80 }),
  country: country('Please choose your country.'),
  website: website(),
  isCustomer: choice(CUSTOMER, 'Please say whether you are a customer.'),
  accountNumber: optionalLine({ max: 40 }),

  domainCount: wholeNumber('Please enter the number of domains.', { min: 1, max: 100_000_000 }),
  domainList: z.string({
    error: ({ input }) => (input === undefined ? 'Please list your domains.' : 'Please enter text.'),
  }),
  skipRefusedLines: ticked(),
  subjects: someOf(SUBJECTS, 'Please choose at least one subject.'),
  languages: someOf(LANGUAGES, 'Please choose at least one language.'),
  targetCountries: line('Please name the countries from which your visitors come.', { max: 300 }),

  monthlyVisitors: wholeNumber('Please enter the number of visitors a month.', { min: 0, max: 10_000_000_000 }),
  trafficKinds: someOf(TRAFFIC_KINDS, 'Please choose at least one kind of traffic.'),
  paidSources: optionalLines({ max: 1_000 }),
  adultShare: wholeNumber('Please enter the share of adult traffic, 0 if there is none.', { min: 0, max: 100 }),
  provider: optionalLine({ max: 120 }),
  revenueRange: optionalChoice(REVENUE_RANGES),

  articles: choice(ARTICLES, 'Please say who writes the articles.'),
  adsense: choice(ADSENSE, 'Please say whether an AdSense account was ever disabled.'),
  adsenseDetails: optionalLines({ max: 2_000 }),
  remarks: optionalLines({ max: 3_000 }),

  agreesToCreatives: ticked(),
  agreesToReview: agreement('Please confirm that you may apply for these domains and that your answers are complete.'),
  agreesToTerms: agreement('Please agree to the terms; the privacy policy says what happens with your data.'),
});

const ApplicationFields = ApplicationShape.check(
  z.refine(({ trafficKinds, paidSources }) => !trafficKinds.includes('paid') || Boolean(paidSources), {
    path: ['paidSources'],
    error: 'Please name the networks from which you buy visitors.',
    when: isReadable('trafficKinds'),
  }),
  z.refine(({ adsense, adsenseDetails }) => adsense !== 'disabled' || Boolean(adsenseDetails), {
    path: ['adsenseDetails'],
    error: 'Please write down what happened, and when.',
    when: isReadable('adsense'),
  }),
  z.refine(({ trafficKinds, agreesToCreatives }) => !trafficKinds.includes('paid') || agreesToCreatives, {
    path: ['agreesToCreatives'],
    error: 'Please agree to hand over every ad creative word for word.',
    when: isReadable('trafficKinds'),
  }),
);

/** What comes with every message besides its content. */
const Envelope = z.object({
  /** RenderResult by the browser once for a form; a repeat with the same content is the same message. */
  submissionId: prepared(
    (value) => value || undefined,
    z.optional(z.uuid('Please reload the page and send the form again.').check(z.toLowerCase())),
  ),
  captcha: prepared(
    (value) => value || undefined,
    z.optional(z.string('The check is not valid.').check(z.maxLength(8_192, 'The check is not valid.'))),
  ),
  startedAt: prepared(
    (value) => (typeof value === 'string' && value.length <= 200 ? value : undefined),
    z.optional(z.string()),
  ),
  /** Nobody sees this field; programs fill it in. */
  referralCode: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value !== undefined && value !== null && value !== ''),
  ),
});

const Kind = z.catch(z.object({ kind: z.catch(z.optional(z.string()), undefined) }), {});

export type Contact = z.output<typeof ContactFields>;
export type Application = Omit<z.output<typeof ApplicationFields>, 'domainList'> & { readonly domainList: DomainList };
export type Message = Contact | Application;
export type Envelope = z.output<typeof Envelope>;

/** A sentence for each field that has to be corrected, in the order of the form. */
export type FieldErrors = Readonly<Record<string, string>>;

export type MessageValidation =
  | { readonly status: 'valid'; readonly message: Message; readonly envelope: Envelope }
  | { readonly status: 'invalid'; readonly fields: FieldErrors; readonly rejectedLines?: readonly RejectedLine[] };

const toFieldErrors = (error: z.core.$ZodError): FieldErrors => {
  const fields = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'kind');
    if (!fields.has(field)) fields.set(field, message);
  }
  return Object.fromEntries(fields);
};

const schemas = { contact: ContactFields, application: ApplicationFields } as const;

/** The names of a form's fields, in its order. */
export const fieldNames = {
  contact: Object.keys(ContactFields.shape),
  application: Object.keys(ApplicationFields.shape),
} as const;

const inOrder = (kind: 'contact' | 'application', fields: FieldErrors): FieldErrors => {
  const order = fieldNames[kind];
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => place(a) - place(b)));
};

type ListVerdict =
  | { readonly list: DomainList }
  | { readonly error: string; readonly rejectedLines: readonly RejectedLine[] };

const readDomainList = async (text: unknown, skipRefused: boolean): Promise<ListVerdict | null> => {
  if (typeof text !== 'string') return null;
  if (text.trim() === '') return { error: 'Please list your domains.', rejectedLines: [] };
  // The list of public suffixes is large: a browser fetches it when there is a list to check.
  const { parseDomainList } = await import('../features/rsoc-application/domain-list.ts');
  const verdict = parseDomainList(text);
  if (verdict.status === 'too-long') return { error: verdict.message, rejectedLines: [] };
  const { list } = verdict;
  const [first] = list.refused;
  if (list.domains.length === 0) return { error: 'There is no domain in this list.', rejectedLines: list.refused };
  if (first && !skipRefused) {
    const count = list.refused.length === 1 ? '1 line is' : `${list.refused.length.toLocaleString('en')} lines are`;
    return {
      error: `${count} not a domain, the first is line ${first.line}: ${first.reason} Correct the list, or choose to leave such lines out.`,
      rejectedLines: list.refused,
    };
  }
  return { list };
};

const isKind = (kind: string | undefined): kind is keyof typeof schemas =>
  kind !== undefined && Object.hasOwn(schemas, kind);

/** Reads whatever a form or a JSON body holds. Fields that no schema knows are left out. It never throws. */
export const readMessage = async (input: unknown): Promise<MessageValidation> => {
  const { kind } = Kind.parse(input);
  if (!isKind(kind))
    return { status: 'invalid', fields: { kind: 'The kind of message must be contact or application.' } };

  const envelope = Envelope.safeParse(input);
  const content = schemas[kind].safeParse(input);
  const raw = z.looseObject({ domainList: z.unknown(), skipRefusedLines: ticked() }).safeParse(input);
  const list =
    kind === 'application' && raw.success ? await readDomainList(raw.data.domainList, raw.data.skipRefusedLines) : null;
  const listError = list && 'error' in list ? list : null;

  if (content.success && envelope.success && !listError) {
    const message = content.data;
    if (message.kind === 'contact') return { status: 'valid', message, envelope: envelope.data };
    if (list && 'list' in list) {
      return { status: 'valid', message: { ...message, domainList: list.list }, envelope: envelope.data };
    }
  }
  const fields = {
    ...(envelope.success ? {} : toFieldErrors(envelope.error)),
    ...(content.success ? {} : toFieldErrors(content.error)),
    ...(listError ? { domainList: listError.error } : {}),
  };
  const rejectedLines = listError?.rejectedLines ?? [];
  return { status: 'invalid', fields: inOrder(kind, fields), ...(rejectedLines.length > 0 ? { rejectedLines } : {}) };
};
