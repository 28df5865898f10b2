import { z } from 'zod';
import { COUNTRIES } from './countries.ts';
import { toAsciiHost } from './host-name.ts';

/**
 * The kinds of field that the forms are made of. Each takes what a form or a JSON body may hold, and says what is wrong
 * in words for a visitor. Absent, `null` and an empty text are the same: nothing was entered.
 */

/** Control characters, line and paragraph separators, overrides of the writing direction, half characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const UNPRINTABLE_BUT_BREAKS = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u;

type Limits = { readonly max: number; readonly min?: number };

const entered = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value) || undefined;

const text = (missing: string, forbidden: RegExp, { max, min = 1 }: Limits) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : 'Please enter text.') })
    // Length first: nothing else looks at a text that is too long.
    .max(max, { error: `Please use at most ${max.toLocaleString('en')} characters.`, abort: true })
    .refine((value) => !forbidden.test(value), {
      error: 'Please remove the invisible control characters, such as line breaks in a single line.',
      abort: true,
    })
    .min(min, { error: min > 1 ? `Please write at least ${min} characters.` : missing })
    .transform((value) => value.normalize('NFC'));

export const line = (missing: string, limits: Limits) => z.preprocess(entered, text(missing, UNPRINTABLE, limits));

export const optionalLine = (limits: Limits) => z.preprocess(entered, text('', UNPRINTABLE, limits).optional());

const withPlainBreaks = (value: unknown): unknown =>
  entered(typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);

export const lines = (missing: string, limits: Limits) =>
  z.preprocess(withPlainBreaks, text(missing, UNPRINTABLE_BUT_BREAKS, limits));

export const optionalLines = (limits: Limits) =>
  z.preprocess(withPlainBreaks, text('', UNPRINTABLE_BUT_BREAKS, limits).optional());

/** A dot-atom of RFC 5321, ASCII only: not every relay speaks SMTPUTF8. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** The address with its host in ASCII, if browsers and SMTP both accept it; `null` if not. */
export const toEmailAddress = (value: string): string | null => {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  const host = at > 0 && local.length <= 64 && LOCAL_PART.test(local) ? toAsciiHost(value.slice(at + 1)) : null;
  return host?.includes('.') && local.length + host.length < 254 ? `${local}@${host}` : null;
};

const orIssue = <T>(value: T | null, context: z.RefinementCtx, message: string): T => {
  if (value !== null) return value;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

export const emailAddress = (missing: string) =>
  line(missing, { max: 254 }).transform((value, context) =>
    orIssue(toEmailAddress(value), context, 'Please enter an e-mail address such as name@example.com.'),
  );

const toWebsite = (value: string): string | null => {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPublic = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPublic && toAsciiHost(url.hostname)?.includes('.') ? url.href : null;
};

export const website = () =>
  optionalLine({ max: 200 }).transform((value, context) =>
    value === undefined
      ? undefined
      : orIssue(toWebsite(value), context, 'Please enter a web address such as https://example.com.'),
  );

/** `1200`, `1,200`, `1.200` and `1 200` are the same number of things. */
const GROUPED = /^\d{1,3}(?:[ ,.'’\u00A0\u202F]\d{3})+$/;

const toNumber = (value: unknown): unknown => {
  const given = entered(value);
  if (value === 0 || typeof given !== 'string') return value === 0 ? 0 : given;
  const digits = GROUPED.test(given) ? given.replace(/\D/g, '') : given.replace(/\s*%$/, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : given;
};

type Range = { readonly min: number; readonly max: number };

const number = (missing: string, { min, max }: Range) => {
  const range = `Please enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  return z
    .number({ error: ({ input }) => (input === undefined ? missing : range) })
    .int(range)
    .min(min, range)
    .max(max, range);
};

export const wholeNumber = (missing: string, range: Range) => z.preprocess(toNumber, number(missing, range));

export const optionalNumber = (range: Range) => z.preprocess(toNumber, number('', range).optional());

type Choices<Value extends string> = readonly { readonly value: Value }[];

const isOneOf =
  <Value extends string>(choices: Choices<Value>) =>
  (value: unknown): value is Value =>
    choices.some((choice) => choice.value === value);

export const choice = <Value extends string>(choices: Choices<Value>, missing: string) =>
  z.preprocess(entered, z.custom<Value>(isOneOf(choices), missing));

export const optionalChoice = <Value extends string>(choices: Choices<Value>) =>
  z.preprocess(entered, z.custom<Value>(isOneOf(choices), 'Please choose one of the answers.').optional());

/** One or more of the choices, each once. A form sends one text for one choice and a list for several. */
export const someOf = <Value extends string>(choices: Choices<Value>, missing: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? [value] : (value ?? [])),
    z
      .array(z.custom<Value>(isOneOf(choices), 'Please choose from the list.'), missing)
      .min(1, missing)
      .max(choices.length, missing)
      .transform((values) => [...new Set(values)]),
  );

export const country = (missing: string) => choice(COUNTRIES, missing);

const TICKED = new Set<unknown>([true, 'true', 'on', 'yes', '1']);

export const ticked = () =>
  z
    .unknown()
    .optional()
    .transform((value) => TICKED.has(value));

export const agreement = (missing: string) => ticked().refine((value) => value, missing);
