import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import zopfli from '@gfx/zopfli';

const COMPRESSIBLE = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.txt', '.xml']);
const SMALLEST_WORTH_IT = 512;
/** What its authors advise for large files; ten more take a quarter longer and gain a twentieth of a percent. */
const ZOPFLI_ROUNDS = 5;

/** Scripts and styles, which browsers load before they can go on: there zopfli's four percent are worth its seconds. */
const toGzip = (bytes: Buffer, file: string): Promise<Uint8Array> =>
  /\.(?:css|js)$/.test(file)
    ? zopfli.gzipAsync(bytes, { numiterations: ZOPFLI_ROUNDS })
    : promisify(gzip)(bytes, { level: 9 });

/** Writes a `.br` and a `.gz` beside every text file below a folder that gains from it. */
export const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));

  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < SMALLEST_WORTH_IT) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        toGzip(bytes, file),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
};
