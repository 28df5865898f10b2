import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFiles } from '../../../../src/framework/build/compress.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const TEXT = 'A text that is long enough to compress. '.repeat(20);

test('texts get a Brotli and a gzip variant; small files, images and fonts do not', async () => {
  const folder = temporaryDirectory();
  mkdirSync(path.join(folder, 'below'));
  const texts = ['below/script.js', 'data.json', 'page.html', 'style.css'];
  for (const name of [...texts, 'font.woff2', 'image.webp']) writeFileSync(path.join(folder, name), TEXT);
  writeFileSync(path.join(folder, 'small.txt'), 'short');
  await compressFiles(folder);

  for (const name of texts) {
    expect(brotliDecompressSync(readFileSync(path.join(folder, `${name}.br`))).toString()).toBe(TEXT);
    expect(gunzipSync(readFileSync(path.join(folder, `${name}.gz`))).toString()).toBe(TEXT);
  }
  const unchanged = readdirSync(folder).filter((name) => /^(?:font|image|small)/.test(name));
  expect(unchanged).toEqual(['font.woff2', 'image.webp', 'small.txt']);
});
