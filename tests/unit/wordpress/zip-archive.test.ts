import { expect, test } from 'vitest';
import { toZip } from '../../../wordpress/runner/zip-archive.ts';

// tests/contract/settings.test.ts installs an archive in WordPress.
test('archives of the same files are identical', () => {
  const entries = [{ path: 'plugin/größe.txt', data: Buffer.from('text '.repeat(100)) }];

  expect(toZip(entries).equals(toZip(entries))).toBe(true);
});
