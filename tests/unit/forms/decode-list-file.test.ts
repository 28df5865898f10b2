import { expect, test } from 'vitest';
import { decodeListFile } from '../../../src/forms/decode-list-file.ts';

test('an uploaded list is decoded from the encodings that spreadsheets write', () => {
  const utf16 = Buffer.from('\uFEFFmünchen.de\n', 'utf16le');

  expect(decodeListFile(new TextEncoder().encode('münchen.de'))).toBe('münchen.de');
  expect(decodeListFile(utf16)).toBe('münchen.de\n');
  expect(decodeListFile(utf16.swap16())).toBe('münchen.de\n');
  expect(decodeListFile(Uint8Array.from([0x6d, 0xfc, 0x6e]))).toBe('mün');
});
