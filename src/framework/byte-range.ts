import 'server-only';

/** Both positions are included. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The range of a `Range` header in a file of this size. Null: the whole file, because there is no header, it is malformed,
 * or it has several ranges, which a server may ignore. `'unsatisfiable'`: the range contains no byte of the file.
 */
export const toByteRange = (header: string | null, size: number): ByteRange | null | 'unsatisfiable' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (range.start >= size) return 'unsatisfiable';
  return range.end < range.start ? null : range;
};
