/** The key in session storage. */
const KEY = 'domain-list';

/** Keeps a list of domains in this tab for the application form. Returns false when session storage is disabled or full. */
export const carryList = (domains: readonly string[]): boolean => {
  try {
    sessionStorage.setItem(KEY, domains.join('\n'));
    return true;
  } catch {
    return false;
  }
};

/** The list that was kept for the application form, one domain per line; null if there is none. It is removed. */
export const takeCarriedList = (): string | null => {
  try {
    const list = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return list;
  } catch {
    return null;
  }
};
