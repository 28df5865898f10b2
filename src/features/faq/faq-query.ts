const MAX_LENGTH = 200;

/** What a visitor searches the questions for, from `?q=…`: without blanks at its ends, cut at 200 characters, often empty. */
export const parseFaqQuery = (query: string): string =>
  (new URLSearchParams(query).get('q') ?? '').trim().slice(0, MAX_LENGTH);
