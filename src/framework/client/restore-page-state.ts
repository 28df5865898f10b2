import { type Control, type Field, listControls, type PageState, readSavedState, STORAGE_KEY } from './page-state.ts';
import { writeSession } from './session-storage.ts';

const takeState = (): PageState | null => {
  const saved = readSavedState();
  writeSession(STORAGE_KEY, '');
  const state: PageState | null = JSON.parse(saved || 'null');
  return state?.path === location.pathname ? state : null;
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
  const controls = listControls();
  for (const [index, field] of fields.entries()) {
    const control = controls[index];
    if (control?.name === field.name) restoreField(control, field);
  }
  for (const [index, details] of document.querySelectorAll('details').entries()) details.open = open[index] ?? false;
  // With this attribute the styles render sections outside the window, too: only then is the position exact.
  document.documentElement.dataset.renderAll = '';
  scrollTo({ top: scroll, behavior: 'instant' });
};

// Runs on import: the boot script imports this module if a state was saved before a reload.
const state = takeState();
if (state) restore(state);
