export const LIST_LIMITS = { lines: 20_000, bytes: 1_048_576 } as const;

/** Decodes UTF-16 with a byte order mark (Excel's "Unicode text"), UTF-8, and everything else as Windows-1252. */
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

/** The text of an uploaded list. A file over the limit is not read; the result is then a text that validation rejects as too long. */
export const readListFile = async (file: File): Promise<string> =>
  file.size > LIST_LIMITS.bytes
    ? 'x'.repeat(LIST_LIMITS.bytes + 1)
    : decodeListFile(new Uint8Array(await file.arrayBuffer()));
