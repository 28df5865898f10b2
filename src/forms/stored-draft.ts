import { type Draft, submissionIdOf } from './draft.ts';

const KEPT_MS = 30 * 24 * 60 * 60_000;

const isValue = (value: unknown): value is string | readonly string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

/** The draft in a text of the browser's storage; null: it is broken, or 30 days old. */
export const parseDraft = (text: string, now = Date.now()): Draft | null => {
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null) return null;
    const { savedAt, submissionId, step, values }: Record<string, unknown> = { ...draft };
    if (typeof savedAt !== 'number' || savedAt > now || now - savedAt > KEPT_MS) return null;
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
    // What the visitor has entered since counts more.
    if (field.value === '') field.value = chosen[0] ?? '';
  }
};

/** Puts a draft into the fields that are still empty. */
export const fillForm = (form: HTMLFormElement, { values, submissionId }: Draft): void => {
  for (const [name, value] of Object.entries(values)) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      fillField(field, typeof value === 'string' ? [value] : value);
    }
  }
  const id = submissionIdOf(form);
  if (id && submissionId !== '') id.value = submissionId;
  for (const list of form.querySelectorAll('textarea[name="domainList"]')) {
    list.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
};
