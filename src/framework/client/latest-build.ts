/** The id of the deployed build; null if the server does not respond with one. */
export const readLatestBuildId = async (): Promise<string | null> => {
  try {
    // The query bypasses caches, also those of hosts that ignore the `cache-control` of the file.
    const response = await fetch(`/builds/latest.json?${Date.now()}`);
    const { id }: { readonly id?: unknown } = await response.json();
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
};
