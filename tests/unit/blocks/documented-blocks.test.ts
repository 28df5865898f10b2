import { expect, test } from 'vitest';
import { registry } from '../../../src/blocks/web-blocks/registry.tsx';
import { WebBlocks } from '../../../src/blocks/web-blocks/web-blocks.tsx';
import { Blocks } from '../../../src/content/blocks.ts';
import { toContentSchema } from '../../../src/content/content-schema.ts';

const { blocks } = toContentSchema();

const isShown = (layout: string, fields: Readonly<Record<string, unknown>>): boolean =>
  WebBlocks({ blocks: Blocks.parse([{ acf_fc_layout: layout, ...fields }]) }).length === 1;

test('the content schema describes every block of the registry', () => {
  const layouts = Object.keys(registry).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

  expect(blocks.map(({ layout }) => layout).toSorted()).toEqual(layouts.toSorted());
});

test.each(blocks.map((block) => [block.layout, block] as const))(
  '%s is shown once its required fields are filled, and not before',
  (layout, { fields, example }) => {
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const filled = Object.fromEntries(required.map((name) => [name, example[name]]));

    expect(isShown(layout, example)).toBe(true);
    if (required.length > 0) expect(isShown(layout, filled)).toBe(true);
    for (const name of required) expect(isShown(layout, { ...example, [name]: '' })).toBe(false);
  },
);
