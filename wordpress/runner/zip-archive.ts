import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { readonly path: string; readonly data: Uint8Array };

/** 1 January 1980, the earliest date of the format. A fixed date, so that the same entries always give the same bytes. */
const DATE = (1 << 5) | 1;
const DEFLATE = 8;
const UTF8_PATHS = 0x0800;

/** The fields that the local header of an entry and its record in the central directory share. */
const fieldsOf = (path: Buffer, data: Uint8Array, compressed: Uint8Array): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8_PATHS, 2);
  fields.writeUInt16LE(DEFLATE, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(compressed.byteLength, 14);
  fields.writeUInt32LE(data.byteLength, 18);
  fields.writeUInt16LE(path.byteLength, 22);
  return fields;
};

/**
 * A zip archive of these files. Node.js can compress but not write archives. The implemented part of the format (APPNOTE.TXT 4.3) is
 * sufficient for a plugin of a few hundred kilobytes.
 */
export const toZip = (entries: readonly ZipEntry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, data } of entries) {
    const name = Buffer.from(path);
    const compressed = deflateRawSync(data, { level: 9 });
    const fields = fieldsOf(name, data, compressed);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, compressed]);
    const record = Buffer.alloc(14);
    record.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, record, name]));
    files.push(file);
    offset += file.byteLength;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(records.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, records, end]);
};
