/** The key of the session's store. */
export const STORE = 'site:page-state';

export type Field = {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
};

/** What a visitor has done to a page: entries of its forms, opened entries, how far it is scrolled. */
export type PageState = {
  readonly address: string;
  readonly fields: readonly Field[];
  readonly open: readonly number[];
  readonly scroll: number;
};

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is secret, chosen from the disk or made for one sending is not kept. */
const KEPT = 'input:not([type=hidden],[type=password],[type=file],[type=submit]),textarea,select';

/** The fields of the page in their order, without what is not kept. */
export const listControls = (): Control[] =>
  [...document.querySelectorAll<Control>(KEPT)].filter(({ name, form }) => name && form);

/** Keeps what the visitor has done to this page for a reload of it. */
export const savePageState = (): void => {
  const state: PageState = {
    address: location.pathname,
    fields: listControls().map((control) => ({
      name: control.name,
      value: control.value,
      isChecked: 'checked' in control && control.checked,
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

/** What was kept, as JSON; null where nothing was. */
export const readSavedState = (): string | null => {
  try {
    return sessionStorage.getItem(STORE);
  } catch {
    return null;
  }
};
