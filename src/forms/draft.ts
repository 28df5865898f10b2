import { type FormValues, toValues } from './form-state.ts';

/** The number at the end changes when the fields do: an older draft is forgotten then. */
const KEY = 'rsoc-application-draft:1';

export type Draft = {
  readonly savedAt: number;
  /** A draft that is sent twice is one application. */
  readonly submissionId: string;
  readonly step: number;
  readonly values: FormValues;
};

/** What the storage of this browser has, which may be switched off or full; null: there is no draft. */
export const readStored = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** Answers whether it could be written. */
export const writeDraft = (draft: Draft): boolean => {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
};

export const forgetDraft = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing can be kept there, so nothing is.
  }
};

export const submissionIdOf = (form: HTMLFormElement): HTMLInputElement | null => {
  const field = form.elements.namedItem('submissionId');
  return field instanceof HTMLInputElement ? field : null;
};

/** What is entered now in the named fields; null when nothing is. */
export const toDraft = (form: HTMLFormElement, names: readonly string[], step: number): Draft | null => {
  const values = toValues(names, new FormData(form));
  if (Object.keys(values).length === 0) return null;
  return { savedAt: Date.now(), submissionId: submissionIdOf(form)?.value ?? '', step, values };
};
