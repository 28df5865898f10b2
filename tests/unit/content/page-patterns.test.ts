import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Blocks } from '../../../src/content/blocks.ts';
import { log } from '../../../src/framework/log.ts';
import { findInstalledIcon } from '../../../src/site/installed-icons.ts';

const BLOCKS = join(import.meta.dirname, '../../../wordpress/plugin/site-companion/blocks');
const Json = z.string().transform((text): unknown => JSON.parse(text));
const readJson = async (file: string) => Json.parse(await readFile(join(BLOCKS, file), 'utf8'));

test('the site shows every section of the page patterns in WordPress', async () => {
  const warn = vi.spyOn(log, 'warn');
  const files = await readdir(join(BLOCKS, 'patterns'));
  expect(files).toEqual(['landing-page.json', 'legal-page.json', 'solution-page.json']);

  for (const file of files) {
    const rows = z.array(z.looseObject({ acf_fc_layout: z.string() })).parse(await readJson(`patterns/${file}`));
    expect(Blocks.parse(rows), file).toHaveLength(rows.length);
  }
  expect(warn).not.toHaveBeenCalled();
});

test('every icon that the plugin offers is identical to the icon of the site', async () => {
  const icons = z.record(z.string(), z.string()).parse(await readJson('icons.json'));
  expect(Object.keys(icons).length).toBeGreaterThan(150);

  for (const [name, body] of Object.entries(icons)) {
    const [collection = '', icon = ''] = name.split(':');
    expect(findInstalledIcon(collection, icon)?.body, name).toBe(body);
  }
});
