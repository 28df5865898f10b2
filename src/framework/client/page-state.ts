import { writeSession } from './session-storage.ts';

export const STORAGE_KEY = 'page-state';

export type Field = { readonly name: string; readonly value: string; readonly isChecked: boolean };

/** The state that a reload would lose: values of form fields, open `details` elements, scroll position. */
export type PageState = {
  readonly path: string;
  readonly fields: readonly Field[];
  /** Whether each `details` element is open. */
  readonly open: readonly boolean[];
  readonly scroll: number;
};

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Passwords, files and hidden fields (form tokens) are not saved. */
const SAVED = 'input:not([type=hidden],[type=password],[type=file]),textarea,select';

/** The form fields that are saved, in document order. */
export const listControls = (): Control[] =>
  [...document.querySelectorAll<Control>(SAVED)].filter((control) => control.name && control.form);

export const readFields = (controls = listControls()): Field[] =>
  controls.map((control) => ({
    name: control.name,
    value: control.value,
    isChecked: control.matches(':checked'),
  }));

export const savePageState = (): void => {
  const state: PageState = {
    path: location.pathname,
    fields: readFields(),
    open: [...document.querySelectorAll('details')].map((details) => details.open),
    scroll: scrollY,
  };
  writeSession(STORAGE_KEY, JSON.stringify(state));
};
