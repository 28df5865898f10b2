import { type FormValues, toValues } from './form-state.ts';

export type Draft = {
  readonly savedAt: number;
  /** Saved, so that a draft that is sent twice counts as one message. */
  readonly submissionId: string;
  readonly step: number;
  readonly values: FormValues;
};

/** The draft as text. Null when there is none, or local storage is disabled. */
export const readDraft = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
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

export const submissionIdOf = (form: HTMLFormElement): HTMLInputElement | null => {
  const field = form.elements.namedItem('submissionId');
  return field instanceof HTMLInputElement ? field : null;
};

/** The current values of the named fields; null when all are empty. */
export const toDraft = (form: HTMLFormElement, names: readonly string[], step: number): Draft | null => {
  const values = toValues(names, new FormData(form));
  if (Object.keys(values).length === 0) return null;
  return { savedAt: Date.now(), submissionId: submissionIdOf(form)?.value ?? '', step, values };
};
