import { type Control, type Field, listControls, type PageState, readSavedState, STORE } from './page-state.ts';

const takeState = (): PageState | null => {
  const kept = readSavedState();
  try {
    sessionStorage.removeItem(STORE);
    const state: PageState | null = JSON.parse(kept ?? 'null');
    return state?.address === location.pathname ? state : null;
  } catch {
    return null;
  }
};

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const restoreField = (control: Control, { value, isChecked }: Field): void => {
  if (isCheckable(control)) control.checked = isChecked;
  else control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
};

const restore = ({ fields, open, scroll }: PageState): void => {
  const present = listControls();
  for (const [index, field] of fields.entries()) {
    const control = present[index];
    if (control?.name === field.name) restoreField(control, field);
  }
  for (const [index, entry] of [...document.querySelectorAll('details')].entries()) entry.open = open.includes(index);
  scrollTo({ top: scroll, behavior: 'instant' });
};

/** Brings back what was kept before a reload of this page, once. It is loaded where something was kept. */
const state = takeState();
if (state) restore(state);
