import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const module = (name: string): string => pathToFileURL(path.resolve('src/framework/build', name)).href;

const RECORD = `
  import { writeBuildRecord } from '${module('build-record.ts')}';
  import { fingerprintSources, stampSources } from '${module('sources.ts')}';
  writeBuildRecord({ fingerprint: fingerprintSources(), stamp: stampSources() });`;
const ASK = `
  import { isBuilt } from '${module('build-record.ts')}';
  process.stdout.write(String(isBuilt()));`;

/** Both look below their process's working directory. */
const run = (code: string, folder: string): string =>
  execFileSync('node', ['--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' });

const openBuiltFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['src/pages', 'dist']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'src/pages/index.tsx'), 'export default 1;');
  run(RECORD, folder);
  return folder;
};

test('a build counts for its sources, also where they were copied or written again as they were', () => {
  const folder = openBuiltFolder();
  expect(run(ASK, folder)).toBe('true');

  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true }));
  expect(run(ASK, copy)).toBe('true');
});

test('a build does not count when a source changed, came or went, whatever its size and the time it claims', () => {
  const change = (name: string, write: (file: string) => void) => {
    const folder = openBuiltFolder();
    write(path.join(folder, name));
    return run(ASK, folder);
  };
  const rewritten = change('src/pages/index.tsx', (file) => {
    writeFileSync(file, 'export default 2;');
    utimesSync(file, 0, 0);
  });
  expect(rewritten).toBe('false');
  expect(change('src/pages/index.tsx', unlinkSync)).toBe('false');
  expect(change('src/pages/new.tsx', (file) => writeFileSync(file, ''))).toBe('false');
  expect(change('dist/build.json', (file) => writeFileSync(file, '{"fingerprint":'))).toBe('false');
  expect(change('dist/build.json', unlinkSync)).toBe('false');
});
