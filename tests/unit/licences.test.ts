import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listLicences } from '../../deploy/licences.ts';

/** Licences whose conditions the project meets (docs/supply-chain.md). */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
];

test('all production packages have an allowed licence', () => {
  const licences = listLicences();

  expect(licences.get('MIT')?.length).toBeGreaterThan(100);
  expect([...licences].filter(([licence]) => !ALLOWED.includes(licence))).toEqual([]);
});

test.each([
  '@fontsource/overpass',
  '@fontsource/overpass-mono',
  '@fontsource-variable/overpass',
  '@iconify-json/tabler',
])('docs/supply-chain.md names the version of %s in package.json', (name) => {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  const version = new RegExp(`"${name}":"([\\d.]+)"`).exec(JSON.stringify(manifest))?.[1];

  expect(readFileSync('docs/supply-chain.md', 'utf8')).toContain(`\`${name}\` ${version}`);
});
