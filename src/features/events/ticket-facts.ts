type TicketEvent = { readonly slug: string; readonly city: string; readonly booth: string };

/** Cities whose first letters are another city's code: `DUB` is Dublin, `SAN` San Diego. */
const CODES: Readonly<Record<string, string>> = { Dubai: 'DXB', 'San Francisco': 'SFO' };

/** The first letters of a city without accents, as airports have them: `VIE`. */
export const toCityCode = (city: string): string =>
  CODES[city] ??
  city
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .slice(0, 3)
    .toUpperCase();

/** The number of the bay in a booth's name, null where none is known. */
export const toBayNumber = (booth: string): string | null => /\d{1,4}/.exec(booth)?.[0] ?? null;

const BARS = 26;

/** FNV-1a: small, and the same on every machine. */
const hash = (text: string): number => {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state;
};

/** Widths of the bars on the stub, 1 to 4 units; the same event always has the same. */
export const toBars = ({ slug, city, booth }: TicketEvent): readonly number[] => {
  let state = hash(`${slug} ${city} ${booth}`) || 1;
  return Array.from({ length: BARS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return 1 + (state % 4);
  });
};
