/** The id of the build that the server runs now; null when the server does not respond. */
export const readLatestBuildId = async (): Promise<string | null> => {
  try {
    // The query keeps caches out, also those of hosts that ignore the file's `cache-control`.
    const response = await fetch(`/builds/latest.json?${Date.now()}`);
    const { id }: { readonly id?: unknown } = await response.json();
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
};
