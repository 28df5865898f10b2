import 'server-only';

const REFERENCE = /^P-[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/** The reference number of a sent message in the query of a confirmation page; null if missing or malformed. */
export const referenceIn = (query: string): string | null => {
  const reference = new URLSearchParams(query).get('sent') ?? '';
  return REFERENCE.test(reference) ? reference : null;
};
