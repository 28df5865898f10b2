import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createBuildDirectory,
  publishBuild,
  readFingerprint,
  removeAbandonedBuilds,
  writeFingerprint,
} from '../../../../src/framework/build/build-directory.ts';

beforeEach(() => {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), 'build-directory-'));
  process.chdir(folder);
  mkdirSync('dist');
  writeFileSync('dist/build', 'previous');
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
});

test('a complete build replaces the previous one', () => {
  const directory = createBuildDirectory();
  writeFileSync(path.join(directory, 'build'), 'new');
  publishBuild(directory);

  expect(readFileSync('dist/build', 'utf8')).toBe('new');
});

test('a build that cannot be published leaves the previous one in place', () => {
  expect(() => publishBuild('not-there')).toThrow('ENOENT');

  expect(readFileSync('dist/build', 'utf8')).toBe('previous');
});

test('the fingerprint of a published build is read from dist', () => {
  const directory = createBuildDirectory();
  writeFingerprint(directory, 'abc');
  expect(readFingerprint()).toBeNull();
  publishBuild(directory);

  expect(readFingerprint()).toBe('abc');
});

test('build directories that are older than an hour are removed', () => {
  const abandoned = createBuildDirectory();
  const current = createBuildDirectory();
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(abandoned, twoHoursAgo, twoHoursAgo);
  removeAbandonedBuilds();

  expect(readdirSync('.').sort()).toEqual([current, 'dist']);
});
