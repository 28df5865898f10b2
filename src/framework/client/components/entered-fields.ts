import { type Control, type Field, listControls, readFields } from '../page-state.ts';
import { restoreFields } from '../restore-fields.ts';
import { shownPage, whenArrived } from './shown-page.ts';

const isChanged = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  const isBox = control.type === 'checkbox' || control.type === 'radio';
  // A checkbox without a value has the value `on`.
  if (isBox && control instanceof HTMLInputElement) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
};

/** Whether the visitor has entered something other than a search, whose results have a URL. */
export const hasInput = (): boolean =>
  listControls().some((control) => control.type !== 'search' && isChanged(control));

/** The fields of pages that were left after something was entered, by URL. */
const left = new Map<string, readonly Field[]>();

/** Keeps the fields of the page on screen, which is left without loading a document, if something was entered. */
export const keepFields = (): void => {
  if (hasInput()) left.set(shownPage(), readFields());
};

/** Restores the fields of the page on screen as they were when it was left. */
export const restoreKeptFields = (): void => {
  const fields = left.get(shownPage());
  if (!fields) return;
  whenArrived(
    () => listControls().length >= fields.length,
    () => {
      left.delete(shownPage());
      restoreFields(fields);
    },
  );
};
