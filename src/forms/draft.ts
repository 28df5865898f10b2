import { type FormValues, toValues } from './form-state.ts';

const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

export type Draft = {
  readonly savedAt: number;
  /** The token of the form in which the draft was begun, so that a draft that is sent twice counts as one message. */
  readonly submissionId: string;
  readonly step: number;
  readonly values: FormValues;
};

const isValue = (value: unknown): value is string | readonly string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** The saved draft; null when there is none, it is malformed or older than 30 days, or local storage is disabled. */
export const readDraft = (key: string, now = Date.now()): Draft | null => {
  try {
    const { savedAt, submissionId, step, values }: Record<string, unknown> = JSON.parse(
      localStorage.getItem(key) ?? '',
    );
    if (typeof savedAt !== 'number' || now - savedAt > MAX_AGE_MS) return null;
    if (typeof submissionId !== 'string' || typeof step !== 'number') return null;
    if (typeof values !== 'object' || values === null) return null;
    const entries = Object.entries(values).filter((entry): entry is [string, string | string[]] => isValue(entry[1]));
    return { savedAt, submissionId, step, values: Object.fromEntries(entries) };
  } catch {
    return null;
  }
};

/** Returns false when local storage is disabled or full. */
export const writeDraft = (key: string, draft: Draft): boolean => {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (key: string): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Local storage is disabled, so there is no draft.
  }
};

const inputOf = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
};

/** Sets the idempotency key of a form; empty: the token of the form. */
export const setSubmissionId = (form: HTMLFormElement, id: string): void => {
  const field = inputOf(form, 'submissionId');
  if (field) field.value = id;
};

/** The current values of the fields with these names; null when all are empty. */
export const toDraft = (form: HTMLFormElement, names: readonly string[], step: number): Draft | null => {
  const values = toValues(names, new FormData(form));
  if (Object.keys(values).length === 0) return null;
  const submissionId = inputOf(form, 'submissionId')?.value || inputOf(form, 'formToken')?.value || '';
  return { savedAt: Date.now(), submissionId, step, values };
};

const fillField = (field: Element, chosen: readonly string[]): void => {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    if (chosen.includes(field.value)) field.checked = true;
  } else if (
    (field instanceof HTMLInputElement && field.type !== 'file') ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  ) {
    // Text that the visitor has entered since takes precedence.
    if (field.value !== '') return;
    field.value = chosen[0] ?? '';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
};

/** Fills the empty fields of a form from a draft. Text fields and selects that it fills dispatch `input` events. */
export const fillForm = (form: HTMLFormElement, { values, submissionId }: Draft): void => {
  for (const [name, value] of Object.entries(values)) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      fillField(field, typeof value === 'string' ? [value] : value);
    }
  }
  setSubmissionId(form, submissionId);
};
