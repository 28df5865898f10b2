import 'server-only';
import { z } from 'zod';
import { currentContext } from '../framework/shared.ts';
import { orEmpty, parseItems } from './acf.ts';
import { BlockSchemas } from './block-schemas.ts';
import { warnOnce } from './warn-once.ts';

/** A block of a page, discriminated by `layout`. The URLs of links are results of `toHref`, null when unusable. */
export type Block = z.output<typeof BlockSchemas>;

const LAYOUTS: ReadonlySet<string> = new Set(
  BlockSchemas.options.flatMap((option) => [...('in' in option ? option.in : option).shape.layout.values]),
);

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * A row of ACF's flexible content. The names of its layout and fields are converted to those of `BlockSchemas`, for example
 * `subpages_hero` to `subpagesHero`; `acfLayout` is the original name, for the log.
 */
const Row = z.looseObject({ acf_fc_layout: z.string() }).transform(({ acf_fc_layout: layout, ...fields }) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value])),
  layout: toCamelCase(layout),
  acfLayout: layout,
}));

/**
 * ACF's flexible content. Blocks of an unknown layout are skipped and logged once per layout. In a preview, each block has its index among
 * all rows (`row`).
 */
export const Blocks = orEmpty(z.array(z.unknown(), { error: 'expected a list of blocks' }), []).transform((rows) => {
  const isPreview = currentContext()?.get('isPreview') === true;
  const known = rows.flatMap((value, index) => {
    const { data: row } = Row.safeParse(value);
    if (!row || LAYOUTS.has(row.layout)) return [row && isPreview ? { ...row, row: index } : row];
    const { acfLayout: layout } = row;
    warnOnce(`layout ${layout}`, { layout }, 'skipping a block of an unknown layout');
    return [];
  });
  return parseItems(known, BlockSchemas, 'block');
});
