import * as z from 'zod/mini';
import type { Envelope, FieldErrors, RejectedLine, Validation } from '../mail/message-kind.ts';
import { prepared } from './field-schemas.ts';

const MAX_FORM_TOKEN_LENGTH = 200;
/** The form of a token; whether it is valid does not matter for an id. */
const FORM_TOKEN = /^[\da-z]{8,9}\.[\w-]{43}$/;

/** The fields that every form has besides its own. `prepared` converts a value before the schema validates it. */
const EnvelopeFields = z.object({
  /**
   * The idempotency key of the message, if it is not the token of its form: the token of the form in which its draft was begun, or a UUID
   * of a client of `POST /mail/send`.
   */
  submissionId: prepared(
    (value) => value || undefined,
    z.optional(
      z.union(
        [z.uuid().check(z.toLowerCase()), z.string().check(z.regex(FORM_TOKEN))],
        'Please reload the page and send the form again.',
      ),
    ),
  ),
  captcha: prepared(
    (value) => value || undefined,
    z.optional(z.string('The captcha isn’t valid.').check(z.maxLength(8_192, 'The captcha isn’t valid.'))),
  ),
  /** The signed time at which the form was rendered. */
  formToken: prepared(
    (value) => (typeof value === 'string' && value.length <= MAX_FORM_TOKEN_LENGTH ? value : undefined),
    z.optional(z.string()),
  ),
  /** The honeypot. */
  referralCode: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value !== undefined && value !== null && value !== ''),
  ),
});

const toEnvelope = (fields: z.output<typeof EnvelopeFields>): Envelope => ({
  submissionId: fields.submissionId,
  captchaToken: fields.captcha,
  formToken: fields.formToken,
  isHoneypotFilled: fields.referralCode,
});

/** The fields from which a captcha token is read: `captcha`, which is the site's own, and those that the widgets of providers add. */
const CAPTCHA_FIELDS = new Set([
  'captcha',
  'altcha',
  'cf-turnstile-response',
  'h-captcha-response',
  'frc-captcha-response',
]);

/** Friendly Captcha writes its status (`.UNSTARTED`, `.EXPIRED`, `.ERROR.UNREACHABLE~…`) into the field while it has no valid solution. */
const WIDGET_STATUS = /^\.[A-Z]/;

/**
 * The values of the text fields with these names, not yet validated. A field in `listFields` becomes a list; of any other field only
 * the first value is used. The first token of a captcha widget becomes `captcha`.
 */
export const toTextFields = (
  form: FormData,
  names: readonly string[],
  listFields: readonly string[],
): Record<string, unknown> => {
  const payload = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const previous = payload.get(name);
    if (CAPTCHA_FIELDS.has(name))
      payload.set('captcha', payload.get('captcha') || (WIDGET_STATUS.test(value) ? '' : value));
    else if (Array.isArray(previous)) previous.push(value);
    else if (previous === undefined && names.includes(name))
      payload.set(name, listFields.includes(name) ? [value] : value);
  }
  return Object.fromEntries(payload);
};

export type MailPayload = Readonly<Record<string, unknown>> & { readonly kind: string };

/**
 * The messages of one form: how they are read and validated. The same validation runs in the browser, in the server action and in
 * the endpoint `POST /mail/send`.
 */
export type FormMessage<Content> = {
  /** The value of the field `kind` in a payload. */
  readonly kind: string;
  /** The path of the form's page, which also shows the confirmation. */
  readonly path: string;
  /** The query with which the page shows this form and its confirmation, such as `?topic=…`; usually empty. */
  readonly query: string;
  /** In the order of the form. */
  readonly fieldNames: readonly string[];
  /** Reads a submitted form: its text fields, `kind` and the content of uploaded files, not yet validated. */
  readonly toPayload: (form: FormData) => Promise<MailPayload>;
  /** Validates a payload or a submitted form. Unknown fields are dropped. Rejects only if an uploaded file cannot be read. */
  readonly validate: (input: unknown) => Promise<Validation<Content & { readonly kind: string }>>;
};

type MessageSchema = z.ZodMiniObject;

type MessageOptions<Schema extends MessageSchema> = {
  readonly kind: string;
  readonly path: string;
  readonly query?: string;
  readonly schema: Schema;
  readonly listFields?: readonly string[];
  /** Adds the content of uploaded files to the payload. */
  readonly addFiles?: (payload: Record<string, unknown>, form: FormData) => Promise<Record<string, unknown>>;
  /** Converts a payload before the schema validates it. */
  readonly prepare?: (payload: unknown) => unknown;
};

/** A custom issue may name the rejected lines of a text, such as a list of domains, as `params: { rejectedLines }`. */
const RejectedLines = z.object({
  rejectedLines: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
});

const toFieldErrors = (issues: readonly z.core.$ZodIssue[], order: readonly string[]): FieldErrors => {
  const fields = new Map<string, string>();
  for (const { path, message } of issues) {
    // An issue without a path means that the payload is not an object. It is reported for `kind`, a field of every payload.
    const field = String(path[0] ?? 'kind');
    if (!fields.has(field)) fields.set(field, message);
  }
  const positionOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
  return Object.fromEntries([...fields].sort(([a], [b]) => positionOf(a) - positionOf(b)));
};

const toRejectedLines = (issues: readonly z.core.$ZodIssue[]): readonly RejectedLine[] =>
  issues.flatMap((issue) =>
    issue.code === 'custom' ? (RejectedLines.safeParse(issue.params).data?.rejectedLines ?? []) : [],
  );

export const defineMessage = <Schema extends MessageSchema>(
  options: MessageOptions<Schema>,
): FormMessage<z.output<Schema>> => {
  const { kind, path, query = '', schema, listFields = [] } = options;
  const { addFiles = async (payload) => payload, prepare = (payload) => payload } = options;
  const fieldNames = Object.keys(schema.shape);
  const names = [...fieldNames, ...Object.keys(EnvelopeFields.shape)];
  const toPayload = async (form: FormData): Promise<MailPayload> => ({
    ...(await addFiles(toTextFields(form, names, listFields), form)),
    kind,
  });

  return {
    kind,
    path,
    query,
    fieldNames,
    toPayload,
    validate: async (input) => {
      const payload = input instanceof FormData ? await toPayload(input) : input;
      const envelope = EnvelopeFields.safeParse(payload);
      const content = await schema.safeParseAsync(prepare(payload));
      if (envelope.success && content.success) {
        return { status: 'valid', message: { kind, ...content.data }, envelope: toEnvelope(envelope.data) };
      }
      const issues = [...(envelope.error?.issues ?? []), ...(content.error?.issues ?? [])];
      const rejectedLines = toRejectedLines(issues);
      return {
        status: 'invalid',
        fields: toFieldErrors(issues, fieldNames),
        ...(rejectedLines.length > 0 ? { rejectedLines } : {}),
      };
    },
  };
};
