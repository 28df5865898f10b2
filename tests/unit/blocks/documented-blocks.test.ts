import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../../../src/blocks/web-blocks/registry.tsx';
import catalogueRows from '../../../src/features/content-page/catalogue-rows.json' with { type: 'json' };

/** The names of the layouts as the CMS writes them. */
const layouts = Object.keys(registry)
  .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .sort();

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();

test('the catalogue at /_blocks shows every block', () => {
  const rows = z.array(z.object({ acf_fc_layout: z.string() })).parse(catalogueRows);

  expect(unique(rows.map((row) => row.acf_fc_layout))).toEqual(layouts);
});

test('private/content/README.md lists the fields of every block', () => {
  const [, table = ''] = readFileSync('private/content/README.md', 'utf8').split('| `acf_fc_layout` | fields |');
  const documented = [...table.matchAll(/^\| `([a-z_]+)`/gm)].map(([, name = '']) => name);

  expect(unique(documented)).toEqual(layouts);
});
