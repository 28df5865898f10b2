/** The ascent and the descent of both typefaces, in em. These values centre capitals vertically in a line. */
const ASCENT = 0.96;
const DESCENT = 0.3;

const RECORD_BYTES = 16;

/** The byte offset of the table with this tag in a TrueType font. */
const offsetOf = (font: Buffer, tag: string): number => {
  const count = font.readUInt16BE(4);
  const at = Array.from({ length: count }, (_, index) => 12 + index * RECORD_BYTES).find(
    (record) => font.toString('latin1', record, record + 4) === tag,
  );
  if (at === undefined) throw new Error(`The font has no table ${tag}.`);
  return font.readUInt32BE(at + 8);
};

/**
 * Sets the line metrics of a TrueType font (https://learn.microsoft.com/typography/opentype/spec/os2). They are not set by descriptors of
 * `@font-face`, because WebKit does not support these. The WOFF2 encoder corrects the checksums.
 */
export const withLineMetrics = (source: Uint8Array): Buffer => {
  const font = Buffer.from(source);
  const unitsPerEm = font.readUInt16BE(offsetOf(font, 'head') + 18);
  const ascent = Math.round(ASCENT * unitsPerEm);
  const descent = Math.round(DESCENT * unitsPerEm);
  const hhea = offsetOf(font, 'hhea');
  font.writeInt16BE(ascent, hhea + 4);
  font.writeInt16BE(-descent, hhea + 6);
  font.writeInt16BE(0, hhea + 8);
  const os2 = offsetOf(font, 'OS/2');
  font.writeInt16BE(ascent, os2 + 68);
  font.writeInt16BE(-descent, os2 + 70);
  font.writeInt16BE(0, os2 + 72);
  font.writeUInt16BE(ascent, os2 + 74);
  font.writeUInt16BE(descent, os2 + 76);
  return font;
};
