type TicketEvent = { readonly slug: string; readonly city: string; readonly booth: string };

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

const BAR_COUNT = 26;

/** FNV-1a: short and deterministic. */
const hash = (text: string): number => {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state;
};

/** Widths of the bars in the decorative barcode of the ticket, 1 to 4 units, derived from the event. */
export const toBarcodeWidths = ({ slug, city, booth }: TicketEvent): readonly number[] => {
  let state = hash(`${slug} ${city} ${booth}`) || 1;
  return Array.from({ length: BAR_COUNT }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return 1 + (state % 4);
  });
};
