const MAX_LENGTH = 200;

/** The search query from `?q=…`, trimmed and truncated to 200 characters; empty if there is none. */
export const parseFaqQuery = (query: string): string =>
  (new URLSearchParams(query).get('q') ?? '').trim().slice(0, MAX_LENGTH);
