/** Airport codes of cities whose first letters are the code of another city: `DUB` is Dublin, `SAN` San Diego. */
const CODES: Readonly<Record<string, string>> = { Dubai: 'DXB', 'San Francisco': 'SFO' };

/** A three-letter code for a city, like an airport code: `VIE`. */
export const toCityCode = (city: string): string =>
  CODES[city] ??
  city
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .slice(0, 3)
    .toUpperCase();

/** The number on the ticket: the last one in the name of the booth, after that of a hall; null if there is none. */
export const toBayNumber = (booth: string): string | null => booth.match(/\d+/g)?.at(-1) ?? null;
