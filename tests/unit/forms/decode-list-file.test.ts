import { expect, test } from 'vitest';
import { decodeListFile, LIST_LIMITS, readListFile } from '../../../src/forms/decode-list-file.ts';

test('an uploaded list is decoded from the encodings that spreadsheets write', () => {
  const utf16 = Buffer.from('\uFEFFmünchen.de\n', 'utf16le');

  expect(decodeListFile(new TextEncoder().encode('münchen.de'))).toBe('münchen.de');
  expect(decodeListFile(utf16)).toBe('münchen.de\n');
  expect(decodeListFile(utf16.swap16())).toBe('münchen.de\n');
  expect(decodeListFile(Uint8Array.from([0x6d, 0xfc, 0x6e]))).toBe('mün');
});

test('a file over the size limit is replaced by a placeholder text, which is also over the limit', async () => {
  expect(await readListFile(new File(['one.com'], 'list.txt'))).toBe('one.com');
  const text = await readListFile(new File([new Uint8Array(LIST_LIMITS.bytes + 1)], 'list.txt'));

  expect(text).toHaveLength(LIST_LIMITS.bytes + 1);
  expect(text).not.toContain('\0');
});
