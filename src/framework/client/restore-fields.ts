import { type Control, type Field, listControls } from './page-state.ts';

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const restoreField = (control: Control, { value, isChecked }: Field): void => {
  if (control.value === value && control.matches(':checked') === isChecked) return;
  if (isCheckable(control)) control.checked = isChecked;
  else control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Writes the values that `readFields` has read into the form fields of the same page. */
export const restoreFields = (fields: readonly Field[]): void => {
  const controls = listControls();
  for (const [index, field] of fields.entries()) {
    const control = controls[index];
    if (control?.name === field.name) restoreField(control, field);
  }
};
