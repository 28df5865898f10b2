const STORE = 'site:page-state';

type Field = { readonly name: string; readonly index: number; readonly value: string; readonly isChecked: boolean };

/** What a visitor has done to a page: entries of its forms, opened entries, how far it is scrolled. */
type PageState = {
  readonly address: string;
  readonly fields: readonly Field[];
  readonly open: readonly number[];
  readonly scroll: number;
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is secret, chosen from the disk or made for one sending is not kept. */
const KEPT = 'input:not([type=hidden], [type=password], [type=file], [type=submit]), textarea, select';

const controls = (): Control[] =>
  [...document.querySelectorAll<Control>(KEPT)].filter((control) => control.name !== '' && control.form !== null);

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** Keeps what the visitor has done to this page for a reload of it. */
export const keepPageState = (): void => {
  const state: PageState = {
    address: location.pathname,
    fields: controls().map((control, index) => ({
      name: control.name,
      index,
      value: control.value,
      isChecked: isCheckable(control) && control.checked,
    })),
    open: [...document.querySelectorAll('details')].flatMap((entry, index) => (entry.open ? [index] : [])),
    scroll: scrollY,
  };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(state));
  } catch {
    // Without a store the page comes back as it was first shown.
  }
};

const takeState = (): PageState | null => {
  try {
    const text = sessionStorage.getItem(STORE);
    sessionStorage.removeItem(STORE);
    const state: PageState | null = JSON.parse(text ?? 'null');
    return state?.address === location.pathname ? state : null;
  } catch {
    return null;
  }
};

const restoreField = (control: Control, { value, isChecked }: Field): void => {
  if (isCheckable(control)) control.checked = isChecked;
  else control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
};

/** Brings back what was kept before a reload of this page, once. */
export const restorePageState = (): void => {
  const state = takeState();
  if (!state) return;
  const present = controls();
  for (const field of state.fields) {
    const control = present[field.index];
    if (control?.name === field.name) restoreField(control, field);
  }
  const entries = [...document.querySelectorAll('details')];
  for (const [index, entry] of entries.entries()) entry.open = state.open.includes(index);
  scrollTo({ top: state.scroll, behavior: 'instant' });
};
