import { type Draft, submissionIdOf } from './draft.ts';

const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

const isValue = (value: unknown): value is string | readonly string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** Parses a draft from local storage; null when it is malformed or older than 30 days. */
export const parseDraft = (text: string, now = Date.now()): Draft | null => {
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null) return null;
    const { savedAt, submissionId, step, values }: Record<string, unknown> = { ...draft };
    if (typeof savedAt !== 'number' || savedAt > now || now - savedAt > MAX_AGE_MS) return null;
    if (typeof submissionId !== 'string' || typeof step !== 'number') return null;
    if (typeof values !== 'object' || values === null) return null;
    const entries = Object.entries(values).filter((entry): entry is [string, string | string[]] => isValue(entry[1]));
    return { savedAt, submissionId, step, values: Object.fromEntries(entries) };
  } catch {
    return null;
  }
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

/** Fills the empty fields of a form with a draft. Filled fields dispatch `input` events. */
export const fillForm = (form: HTMLFormElement, { values, submissionId }: Draft): void => {
  for (const [name, value] of Object.entries(values)) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      fillField(field, typeof value === 'string' ? [value] : value);
    }
  }
  const id = submissionIdOf(form);
  if (id && submissionId !== '') id.value = submissionId;
};
