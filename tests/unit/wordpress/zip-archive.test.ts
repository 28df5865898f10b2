import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toZip } from '../../../wordpress/runner/zip-archive.ts';

const entries = [
  { path: 'plugin/größe.txt', data: Buffer.from('text '.repeat(100)) },
  { path: 'plugin/empty.php', data: Buffer.alloc(0) },
];

/** Reads an archive by its central directory, as installers do. */
const readZip = (zip: Buffer): Record<string, string> => {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: Record<string, string> = {};
  let entryStart = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(entryStart + 28);
    const header = zip.readUInt32LE(entryStart + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const data = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(entryStart + 20)));
    expect(data.byteLength).toBe(zip.readUInt32LE(entryStart + 24));
    files[zip.toString('utf8', entryStart + 46, entryStart + 46 + nameLength)] = data.toString();
    entryStart += 46 + nameLength;
  }
  return files;
};

test('an archive contains its files under their paths', () => {
  expect(readZip(toZip(entries))).toEqual({ 'plugin/größe.txt': 'text '.repeat(100), 'plugin/empty.php': '' });
});

test('archives of the same files are identical', () => {
  expect(toZip(entries).equals(toZip(entries))).toBe(true);
});
