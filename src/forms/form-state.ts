import type { RejectedLine } from '../features/rsoc-application/domain-list.ts';
import type { FieldErrors, Message } from './message.ts';

export type MessageKind = Message['kind'];

/** What was entered: a text a field, several where several can be ticked. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** What a form knows about its last sending, by the server action or in the browser. */
export type FormState =
  | { readonly status: 'new' }
  | { readonly status: 'invalid'; readonly fields: FieldErrors; readonly rejectedLines: readonly RejectedLine[] }
  /** In words for the visitor. */
  | { readonly status: 'refused'; readonly statusMessage: string };

export const NEW_FORM: FormState = { status: 'new' };

/** So many refused lines are shown; how many there are is part of the error. */
export const SHOWN_LINES = 50;

export const NOT_SENT = 'The message could not be sent. Please try again, or write to us by e-mail.';

/** What stands in the named fields, when a form comes back and in a draft. No token, and nothing from a file. */
export const toValues = (names: readonly string[], form: FormData): FormValues => {
  const entries = names.map((name): [string, string | string[]] => {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    return [name, texts.length > 1 ? texts : (texts[0] ?? '')];
  });
  return Object.fromEntries(entries.filter(([, value]) => value.length > 0));
};
