import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import zopfli from '@gfx/zopfli';

const COMPRESSIBLE = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.txt', '.xml']);
const MIN_BYTES = 512;
/** The number that zopfli's authors recommend for large files; ten more take 25 % longer and save 0.05 %. */
const ZOPFLI_ITERATIONS = 5;

/**
 * Zopfli's output is 4 % smaller than zlib's, but compressing takes seconds. It is used only for scripts and style
 * sheets, because rendering and hydration wait for them.
 */
const toGzip = (bytes: Buffer, file: string): Promise<Uint8Array> =>
  /\.(?:css|js)$/.test(file)
    ? zopfli.gzipAsync(bytes, { numiterations: ZOPFLI_ITERATIONS })
    : promisify(gzip)(bytes, { level: 9 });

/**
 * Writes a `.br` and a `.gz` variant of every `COMPRESSIBLE` file of at least 512 bytes in a folder and its subfolders.
 */
export const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));

  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < MIN_BYTES) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        toGzip(bytes, file),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
};
