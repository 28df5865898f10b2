import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { withLineMetrics } from './line-metrics.ts';

/** The style sheets whose `unicode-range` descriptors define the characters of each font file. */
export const STYLE_SHEETS = ['fonts', 'mono'].map((name) => new URL(`../../src/styles/${name}.css`, import.meta.url));
export const OUTPUT = new URL('../../src/styles/fonts/', import.meta.url);

const { resolve } = createRequire(import.meta.url);
/** The OpenType features that the style sheets use. Fractions and alternates are dropped. */
const FEATURES = ['kern', 'tnum'];
/** Features for accented letters: mark positioning (`mark`, `mkmk`), composition (`ccmp`) and localized forms (`locl`). */
const ACCENTS = ['mark', 'mkmk', 'ccmp', 'locl'];

/** The style attributes table, which is not needed to render text. */
const STYLE_ATTRIBUTES = 'STAT';
/**
 * The table that contains, among other data, how kerning varies with the weight. The main face drops the table to save bytes: all
 * weights then use the kerning of the regular weight, which changes the width of headlines by 0.5%.
 */
const KERNING_BY_WEIGHT = 'GDEF';

const OVERPASS = {
  source: resolve('@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2'),
  // Only the weights that the design uses, because the thinner ones make up a third of the file.
  variationAxes: { wght: { min: 400, max: 900 } },
};
const SUBSETS = {
  overpass: { ...OVERPASS, keepFeatures: FEATURES, dropTables: [STYLE_ATTRIBUTES, KERNING_BY_WEIGHT] },
  'overpass-more': { ...OVERPASS, keepFeatures: [...FEATURES, ...ACCENTS], dropTables: [STYLE_ATTRIBUTES] },
  'overpass-mono': {
    source: resolve('@fontsource/overpass-mono/files/overpass-mono-latin-600-normal.woff2'),
    keepFeatures: [...FEATURES, ...ACCENTS],
  },
};

const FACE = /url\("\.\/fonts\/(?<file>[\w-]+)\.woff2"\)[^}]*?unicode-range:(?<ranges>[^;}]+)/g;
const RANGE = /U\+(?<first>[\dA-F]+)(?:-(?<last>[\dA-F]+))?/gi;

const charactersIn = (ranges: string): string =>
  Array.from(ranges.matchAll(RANGE), ({ groups }) => {
    const first = groups?.first ?? '';
    const last = groups?.last ?? first;
    const start = Number.parseInt(first, 16);
    const count = Number.parseInt(last, 16) - start + 1;
    return Array.from({ length: count }, (_, index) => String.fromCodePoint(start + index)).join('');
  }).join('');

export type Face = { readonly file: string; readonly content: Buffer };

/** The font files of the style sheets, each reduced to its `unicode-range`. */
export const subsetFaces = async (): Promise<Face[]> => {
  const style = (await Promise.all(STYLE_SHEETS.map((sheet) => readFile(sheet, 'utf8')))).join('');
  return Promise.all(
    Array.from(style.matchAll(FACE), async ({ groups: { file = '', ranges = '' } = {} }) => {
      const subset = Object.entries(SUBSETS).find(([name]) => name === file)?.[1];
      if (!subset) throw new Error(`${file}.woff2 of a style sheet has no source font in private/fonts.`);
      const { source, ...options } = subset;
      const font = await subsetFont(await readFile(source), charactersIn(ranges), {
        ...options,
        targetFormat: 'truetype',
      });
      return { file: `${file}.woff2`, content: await convert(withLineMetrics(font), 'woff2') };
    }),
  );
};
