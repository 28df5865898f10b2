import { type Control, listControls } from '../page-state.ts';

const isChanged = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  const isToggled = control instanceof HTMLInputElement && control.checked !== control.defaultChecked;
  return isToggled || control.value !== control.defaultValue;
};

/** Whether the visitor has entered something other than a search, whose results have a URL. */
export const hasInput = (): boolean =>
  listControls().some((control) => control.type !== 'search' && isChanged(control));
