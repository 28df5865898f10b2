import 'server-only';
import { z } from 'zod';
import { listOf, orEmpty, PlainText, parseItems, RawText } from './acf.ts';
import { toContentId } from './anchors.ts';
import { Gallery, OptionalImage } from './images.ts';
import { toHref } from './links.ts';
import { type SafeHtml, toSafeHtml } from './safe-html.ts';
import { toSlug } from './slugs.ts';
import { warnOnce } from './warn-once.ts';

/**
 * The HTML of a block. Its headings are shifted below the block's own heading, and their ids are prefixed with its slug.
 * Without a block heading, they get no ids.
 */
const htmlBelow = (heading: string, html: string, level: 2 | 3 = 2): SafeHtml => {
  const slug = toContentId(toSlug(heading));
  if (slug === '') return toSafeHtml(html, { topHeading: level, idPrefix: null });
  return toSafeHtml(html, { topHeading: level === 2 ? 3 : 4, idPrefix: `${slug}-` });
};

const Href = RawText.transform(toHref);

const Button = z.object({ label: PlainText, url: Href }).transform(({ label, url }) => {
  return label !== '' && url !== null ? { label, url } : null;
});
const Buttons = listOf(Button, 'button');
const Texts = listOf(
  z.object({ text: PlainText }).transform(({ text }) => text),
  'text',
);

const heading = { label: PlainText, headline: PlainText };

const AccordionItem = z
  .object({ question: PlainText, answer_html: RawText })
  .transform(({ question, answer_html }) => ({ question, answer: htmlBelow(question, answer_html, 3) }));

const StackedCard = z
  .object({ label: PlainText, title: PlainText, html: RawText, image: OptionalImage })
  .transform((card) => ({ ...card, html: htmlBelow(card.title, card.html, 3) }));

const BlockSchemas = z.discriminatedUnion('layout', [
  z.object({
    layout: z.literal('hero'),
    ...heading,
    text: PlainText,
    points: Texts,
    buttons: Buttons,
    image: OptionalImage,
  }),
  z.object({ layout: z.literal('subpagesHero'), ...heading, text: PlainText, image: OptionalImage }),
  z.object({ layout: z.literal('text'), ...heading, html: RawText }).transform((block) => ({
    ...block,
    html: htmlBelow(block.headline, block.html),
  })),
  z
    .object({
      layout: z.literal('split'),
      anchor: RawText.transform((text) => toContentId(toSlug(text))),
      ...heading,
      html: RawText,
      image: OptionalImage,
      imageSide: orEmpty(z.enum(['left', 'right']), 'right' as const),
      buttons: Buttons,
    })
    .transform((block) => ({ ...block, html: htmlBelow(block.headline, block.html) })),
  z.object({ layout: z.literal('accordion'), ...heading, items: listOf(AccordionItem, 'item of an accordion') }),
  z.object({
    layout: z.literal('cards'),
    ...heading,
    cards: listOf(z.object({ icon: PlainText, title: PlainText, text: PlainText, url: Href }), 'card'),
  }),
  z.object({ layout: z.literal('stackedCards'), ...heading, cards: listOf(StackedCard, 'stacked card') }),
  z.object({
    layout: z.literal('steps'),
    ...heading,
    steps: listOf(z.object({ title: PlainText, text: PlainText }), 'step'),
  }),
  z.object({
    layout: z.literal('stats'),
    ...heading,
    stats: listOf(z.object({ value: PlainText, label: PlainText, condition: PlainText }), 'figure'),
  }),
  z.object({
    layout: z.literal('table'),
    ...heading,
    caption: PlainText,
    head: Texts,
    rows: listOf(
      z.object({ cells: Texts }).transform(({ cells }) => cells),
      'row of a table',
    ),
  }),
  z
    .object({ layout: z.literal('quote'), quoteHtml: RawText, name: PlainText, role: PlainText })
    .transform(({ quoteHtml, ...fields }) => ({ ...fields, quote: toSafeHtml(quoteHtml, { idPrefix: null }) })),
  z.object({
    layout: z.literal('timeline'),
    ...heading,
    entries: listOf(z.object({ date: PlainText, title: PlainText, text: PlainText }), 'entry of a timeline'),
  }),
  z.object({
    layout: z.literal('people'),
    ...heading,
    people: listOf(z.object({ name: PlainText, role: PlainText, text: PlainText, image: OptionalImage }), 'person'),
  }),
  z.object({
    layout: z.literal('logos'),
    headline: PlainText,
    logos: listOf(z.object({ name: PlainText, icon: PlainText }), 'logo'),
  }),
  z.object({ layout: z.literal('gallery'), ...heading, images: Gallery }),
  z
    .object({ layout: z.literal('popup'), buttonLabel: PlainText, headline: PlainText, html: RawText })
    .transform((block) => ({ ...block, html: htmlBelow(block.headline, block.html) })),
  z.object({ layout: z.literal('button'), label: PlainText, url: Href }),
  z.object({ layout: z.literal('mailto'), label: PlainText, email: z.email(), subject: PlainText }),
  z.object({ layout: z.literal('cta'), headline: PlainText, text: PlainText, buttonLabel: PlainText, buttonUrl: Href }),
  z.object({ layout: z.literal('globalCta') }),
]);

/** A block of a page, discriminated by `layout`. URLs are results of `toHref`, null when unusable. */
export type Block = z.output<typeof BlockSchemas>;

const LAYOUTS: ReadonlySet<string> = new Set(
  BlockSchemas.options.flatMap((option) => [...('in' in option ? option.in : option).shape.layout.values]),
);

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A row of ACF's flexible content, whose layout and fields become names as in `BlockSchemas`: `subpages_hero` becomes `subpagesHero`. */
const Row = z.looseObject({ acf_fc_layout: z.string() }).transform(({ acf_fc_layout: layout, ...fields }) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value])),
  layout: toCamelCase(layout),
  acfLayout: layout,
}));

/** ACF's flexible content. Blocks of an unknown layout are skipped and logged once per layout. */
export const Blocks = orEmpty(z.array(z.unknown(), { error: 'expected a list of blocks' }), []).transform((rows) => {
  const known = rows.flatMap((given) => {
    const { data: row } = Row.safeParse(given);
    if (!row || LAYOUTS.has(row.layout)) return [row];
    const { acfLayout: layout } = row;
    warnOnce(`layout ${layout}`, { layout }, 'skipping a block of an unknown layout');
    return [];
  });
  return parseItems(known, BlockSchemas, 'block');
});
