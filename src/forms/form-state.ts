import type { FieldErrors, RejectedLine } from '../mail/message-kind.ts';

/** Submitted or saved values by field name; a list where several can be chosen. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** The result of the last submission, by the server action or in the browser. */
export type FormState =
  | { readonly status: 'new' }
  | { readonly status: 'invalid'; readonly fields: FieldErrors; readonly rejectedLines: readonly RejectedLine[] }
  /** `statusMessage` is shown to the visitor. */
  | { readonly status: 'rejected'; readonly statusMessage: string };

export const NEW_FORM: FormState = { status: 'new' };

/** The id, and so the URL fragment, of the error summary and of the confirmation's headline. */
export const SUBMISSION_RESULT_ID = 'answer';

/** The URL of the confirmation. `page` is the URL of the form's page without its query. */
export const toConfirmationUrl = (page: string, query: string, reference: string): string =>
  `${page}?sent=${reference}${query.replace('?', '&')}`;

const MAX_SHOWN_LINES = 50;

export const NOT_SENT = {
  status: 'rejected',
  statusMessage: 'We couldn’t send your message. Please try again, or email us.',
} as const satisfies FormState;

/** At most 50 entries. If there are more lines, the last entry counts those that are left out. */
export const shortenLines = (lines: readonly RejectedLine[]): readonly RejectedLine[] => {
  const shown = lines.slice(0, MAX_SHOWN_LINES - 1);
  const next = lines[MAX_SHOWN_LINES - 1];
  if (!next || lines.length === MAX_SHOWN_LINES) return lines;
  const reason = `And ${(lines.length - shown.length).toLocaleString('en')} more.`;
  return [...shown, { line: next.line, text: '…', reason }];
};

/** The values of the fields with these names. Files and empty fields are left out. */
export const toValues = (names: readonly string[], form: FormData): FormValues => {
  const entries = names.map((name): [string, string | string[]] => {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    return [name, texts.length > 1 ? texts : (texts[0] ?? '')];
  });
  return Object.fromEntries(entries.filter(([, value]) => value.length > 0));
};
