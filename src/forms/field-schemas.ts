import * as z from 'zod/mini';
import { INVISIBLE, toAsciiHost } from './host-name.ts';

/*
 * Schemas of form fields. Each accepts values of a form or a JSON body, and its error messages are shown to visitors. A missing
 * value, `null` and an empty text are treated alike. Browsers load this module, so it uses zod/mini, which can be tree-shaken.
 */

/** Control characters, line and paragraph separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const UNPRINTABLE_BUT_BREAKS = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

/** Converts a value before the schema validates it. */
export const prepared = <Schema extends z.core.$ZodType>(prepare: (value: unknown) => unknown, schema: Schema) =>
  z.pipe(z.transform(prepare), schema);

type Limits = { readonly max: number; readonly min?: number };

const entered = (value: unknown): unknown =>
  (typeof value === 'string' ? value.replace(INVISIBLE, '').trim() : value) || undefined;

/** A name that is copied from a table may contain a tab. */
const withoutTabs = (value: unknown): unknown =>
  entered(typeof value === 'string' ? value.replaceAll('\t', ' ') : value);

const text = (missing: string, forbidden: RegExp, { max, min = 1 }: Limits) =>
  z.string({ error: ({ input }) => (input === undefined ? missing : 'Please enter text.') }).check(
    // Only the first error of a field is shown. Still, no check aborts, because that would skip the cross-field rules.
    z.maxLength(max, { error: () => `Please use at most ${max.toLocaleString('en')} characters.` }),
    z.refine((value) => !forbidden.test(value), {
      error: 'Please remove invisible control characters, such as line breaks in a single line.',
    }),
    z.minLength(min, { error: min > 1 ? `Please write at least ${min} characters.` : missing }),
    z.normalize('NFC'),
  );

export const line = (missing: string, limits: Limits) => prepared(withoutTabs, text(missing, UNPRINTABLE, limits));

export const optionalLine = (limits: Limits) => prepared(withoutTabs, z.optional(text('', UNPRINTABLE, limits)));

const withPlainBreaks = (value: unknown): unknown =>
  entered(typeof value === 'string' ? value.replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n') : value);

export const lines = (missing: string, limits: Limits) =>
  prepared(withPlainBreaks, text(missing, UNPRINTABLE_BUT_BREAKS, limits));

export const optionalLines = (limits: Limits) =>
  prepared(withPlainBreaks, z.optional(text('', UNPRINTABLE_BUT_BREAKS, limits)));

/** A dot-atom of RFC 5321, ASCII only, because not every relay supports SMTPUTF8. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** The address with its host in ASCII; null when browsers or SMTP would reject it. */
export const toEmailAddress = (value: string): string | null => {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  const host = at > 0 && local.length <= 64 && LOCAL_PART.test(local) ? toAsciiHost(value.slice(at + 1)) : null;
  return host?.includes('.') && local.length + host.length < 254 ? `${local}@${host}` : null;
};

/** Parses a text; the message is shown when `read` returns null. */
const readAs = <T>(read: (value: string) => T | null, message: string) =>
  z.transform((value: string, { issues }): T => {
    const result = read(value);
    if (result !== null) return result;
    issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });

export const emailAddress = (missing: string) =>
  z.pipe(
    line(missing, { max: 254 }),
    readAs(toEmailAddress, 'Please enter an email address such as name@example.com.'),
  );

const toWebsite = (value: string): string | null => {
  // The host of `example.com:8080` looks like a scheme.
  const text = /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(value) ? value : `https://${value}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPublic = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isPublic && toAsciiHost(url.hostname)?.includes('.') ? url.href : null;
};

export const website = () =>
  z.pipe(
    optionalLine({ max: 200 }),
    z.optional(readAs(toWebsite, 'Please enter a web address such as https://example.com.')),
  );

/** `1,200`, `1.200`, `1 200` and the full-width `１２００` are the same number as `1200`. */
const GROUPED = /^\d{1,3}(?:[ ,.'’\u00A0\u202F]\d{3})+$/;

const toNumber = (value: unknown): unknown => {
  const given = entered(
    typeof value === 'string' ? value.replace(/[０-９，．]/g, (character) => character.normalize('NFKC')) : value,
  );
  if (value === 0 || typeof given !== 'string') return value === 0 ? 0 : given;
  const digits = GROUPED.test(given) ? given.replace(/\D/g, '') : given.replace(/%$/, '').trimEnd();
  return /^\d{1,15}$/.test(digits) ? Number(digits) : given;
};

type Range = { readonly min: number; readonly max: number };

const number = (missing: string, { min, max }: Range) => {
  const error = () => `Please enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  return z
    .number({ error: ({ input }) => (input === undefined ? missing : error()) })
    .check(z.int({ error }), z.minimum(min, { error }), z.maximum(max, { error }));
};

export const wholeNumber = (missing: string, range: Range) => prepared(toNumber, number(missing, range));

export const optionalNumber = (range: Range) => prepared(toNumber, z.optional(number('', range)));

/** An option of a select, radio or checkbox group: `value` is sent, `label` is shown in the form and in the email with the message. */
export type Choice<Value extends string = string> = { readonly value: Value; readonly label: string };

type Choices<Value extends string> = readonly Choice<Value>[];

/** The label of a choice, or the value itself if it matches none of them. */
export const labelOf = (choices: Choices<string>, value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

const isOneOf =
  <Value extends string>(choices: Choices<Value>) =>
  (value: unknown): value is Value =>
    choices.some((choice) => choice.value === value);

export const choice = <Value extends string>(choices: Choices<Value>, missing: string) =>
  prepared(entered, z.custom<Value>(isOneOf(choices), { error: missing, abort: false }));

export const optionalChoice = <Value extends string>(choices: Choices<Value>) =>
  prepared(entered, z.optional(z.custom<Value>(isOneOf(choices), 'Please choose one of the answers.')));

/** One or more of the choices, without duplicates. A JSON client may send a single choice as a text. */
export const someOf = <Value extends string>(choices: Choices<Value>, missing: string) =>
  prepared(
    (value) => (typeof value === 'string' && value !== '' ? [value] : (value ?? [])),
    z.array(z.custom<Value>(isOneOf(choices), 'Please choose from the list.'), missing).check(
      z.minLength(1, missing),
      z.maxLength(choices.length, missing),
      z.overwrite((values) => [...new Set(values)]),
    ),
  );

const TICKED = new Set<unknown>([true, 'true', 'on', 'yes', '1']);

export const ticked = () =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => TICKED.has(value)),
  );

export const agreement = (missing: string) => ticked().check(z.refine((value) => value, missing));
