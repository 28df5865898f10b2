import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { compressFiles } from '../../../../src/framework/build/compress.ts';

const TEXT = 'A text that is long enough to compress. '.repeat(20);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compress-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test.each(['page.html', 'script.js', 'style.css', 'data.json'])(
  '%s gets a Brotli and a gzip variant with its content',
  async (name) => {
    mkdirSync(path.join(folder, 'below'));
    const file = path.join(folder, 'below', name);
    writeFileSync(file, TEXT);
    await compressFiles(folder);

    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(TEXT);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(TEXT);
  },
);

test.each([
  ['a small file', 'small.txt', 'short'],
  ['an image', 'image.webp', TEXT],
  ['a font', 'font.woff2', TEXT],
])('%s gets no variants', async (_, name, text) => {
  writeFileSync(path.join(folder, name), text);
  await compressFiles(folder);

  expect(readdirSync(folder)).toEqual([name]);
});
