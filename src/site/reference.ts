import 'server-only';

const REFERENCE = /^P-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/** The reference number in the query of a page that thanks for a message; null: there is none, or it cannot be one. */
export const referenceIn = (query: string): string | null => {
  const given = new URLSearchParams(query).get('sent') ?? '';
  return REFERENCE.test(given) ? given : null;
};
