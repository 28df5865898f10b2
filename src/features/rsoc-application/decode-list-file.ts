export const LIST_LIMITS = { lines: 20_000, bytes: 1_048_576 } as const;

/** The text of an uploaded list: UTF-8, UTF-16 with its mark (Excel's "Unicode text"), else Windows-1252. */
export const decodeListFile = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
