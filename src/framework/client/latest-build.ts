const LATEST = '/builds/latest.json';

/** The build that the server has now; null when it does not answer. */
export const readLatestId = async (): Promise<string | null> => {
  try {
    const response = await fetch(`${LATEST}?${Date.now()}`, { cache: 'no-store' });
    const { id }: { readonly id?: unknown } = await response.json();
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
};
