/** The stored text; null if there is none, or the browser denies access to its storage. */
export const readSession = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a text. False if the browser denies access to its storage or the storage is full. */
export const writeSession = (key: string, text: string): boolean => {
  try {
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
