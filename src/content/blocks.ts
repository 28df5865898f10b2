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

const Hero = z
  .object({
    acf_fc_layout: z.literal('hero'),
    ...heading,
    text: PlainText,
    points: Texts,
    buttons: Buttons,
    image: OptionalImage,
  })
  .transform(({ acf_fc_layout: layout, image, ...rest }) => ({ layout, ...rest, image }));

const SubpagesHero = z
  .object({ acf_fc_layout: z.literal('subpages_hero'), ...heading, text: PlainText, image: OptionalImage })
  .transform(({ image, label, headline, text }) => ({
    layout: 'subpagesHero' as const,
    label,
    headline,
    text,
    image,
  }));

const Text = z
  .object({ acf_fc_layout: z.literal('text'), ...heading, html: RawText })
  .transform(({ acf_fc_layout: layout, html, ...rest }) => ({ layout, ...rest, html: htmlBelow(rest.headline, html) }));

const Split = z
  .object({
    acf_fc_layout: z.literal('split'),
    anchor: RawText.transform((text) => toContentId(toSlug(text))),
    ...heading,
    html: RawText,
    image: OptionalImage,
    image_side: orEmpty(z.enum(['left', 'right']), 'right' as const),
    buttons: Buttons,
  })
  .transform(({ acf_fc_layout: layout, html, image, image_side: imageSide, ...rest }) => ({
    layout,
    ...rest,
    html: htmlBelow(rest.headline, html),
    image,
    imageSide,
  }));

const Accordion = z
  .object({
    acf_fc_layout: z.literal('accordion'),
    ...heading,
    items: listOf(
      z.object({ question: PlainText, answer_html: RawText }).transform(({ question, answer_html }) => ({
        question,
        answer: htmlBelow(question, answer_html, 3),
      })),
      'item of an accordion',
    ),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Cards = z
  .object({
    acf_fc_layout: z.literal('cards'),
    ...heading,
    cards: listOf(z.object({ icon: PlainText, title: PlainText, text: PlainText, url: Href }), 'card'),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const StackedCards = z
  .object({
    acf_fc_layout: z.literal('stacked_cards'),
    ...heading,
    cards: listOf(
      z
        .object({ label: PlainText, title: PlainText, html: RawText, image: OptionalImage })
        .transform(({ label, title, html, image }) => ({
          label,
          title,
          html: htmlBelow(title, html, 3),
          image,
        })),
      'stacked card',
    ),
  })
  .transform(({ label, headline, cards }) => ({ layout: 'stackedCards' as const, label, headline, cards }));

const Steps = z
  .object({
    acf_fc_layout: z.literal('steps'),
    ...heading,
    steps: listOf(z.object({ title: PlainText, text: PlainText }), 'step'),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Stats = z
  .object({
    acf_fc_layout: z.literal('stats'),
    ...heading,
    stats: listOf(z.object({ value: PlainText, label: PlainText, condition: PlainText }), 'figure'),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Table = z
  .object({
    acf_fc_layout: z.literal('table'),
    ...heading,
    caption: PlainText,
    head: Texts,
    rows: listOf(
      z.object({ cells: Texts }).transform(({ cells }) => cells),
      'row of a table',
    ),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Quote = z
  .object({ acf_fc_layout: z.literal('quote'), quote_html: RawText, name: PlainText, role: PlainText })
  .transform(({ acf_fc_layout: layout, quote_html, ...rest }) => ({
    layout,
    ...rest,
    quote: toSafeHtml(quote_html, { idPrefix: null }),
  }));

const Timeline = z
  .object({
    acf_fc_layout: z.literal('timeline'),
    ...heading,
    entries: listOf(z.object({ date: PlainText, title: PlainText, text: PlainText }), 'entry of a timeline'),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const People = z
  .object({
    acf_fc_layout: z.literal('people'),
    ...heading,
    people: listOf(
      z
        .object({ name: PlainText, role: PlainText, text: PlainText, image: OptionalImage })
        .transform(({ image, ...rest }) => ({ ...rest, image })),
      'person',
    ),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Logos = z
  .object({
    acf_fc_layout: z.literal('logos'),
    headline: PlainText,
    logos: listOf(z.object({ name: PlainText, icon: PlainText }), 'logo'),
  })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const GalleryBlock = z
  .object({ acf_fc_layout: z.literal('gallery'), ...heading, images: Gallery })
  .transform(({ acf_fc_layout: layout, images, ...rest }) => ({ layout, ...rest, images }));

const Popup = z
  .object({ acf_fc_layout: z.literal('popup'), button_label: PlainText, headline: PlainText, html: RawText })
  .transform(({ acf_fc_layout: layout, button_label: buttonLabel, headline, html }) => ({
    layout,
    buttonLabel,
    headline,
    html: htmlBelow(headline, html),
  }));

const ButtonBlock = z
  .object({ acf_fc_layout: z.literal('button'), label: PlainText, url: Href })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Mailto = z
  .object({ acf_fc_layout: z.literal('mailto'), label: PlainText, email: z.email(), subject: PlainText })
  .transform(({ acf_fc_layout: layout, ...rest }) => ({ layout, ...rest }));

const Cta = z
  .object({
    acf_fc_layout: z.literal('cta'),
    headline: PlainText,
    text: PlainText,
    button_label: PlainText,
    button_url: Href,
  })
  .transform(({ acf_fc_layout: layout, button_label: buttonLabel, button_url: buttonUrl, ...rest }) => ({
    layout,
    ...rest,
    buttonLabel,
    buttonUrl,
  }));

const GlobalCta = z
  .object({ acf_fc_layout: z.literal('global_cta') })
  .transform(() => ({ layout: 'globalCta' as const }));

const BlockSchemas = z.discriminatedUnion('acf_fc_layout', [
  Hero,
  SubpagesHero,
  Text,
  Split,
  Accordion,
  Cards,
  StackedCards,
  Steps,
  Stats,
  Table,
  Quote,
  Timeline,
  People,
  Logos,
  GalleryBlock,
  Popup,
  ButtonBlock,
  Mailto,
  Cta,
  GlobalCta,
]);

/** A block of a page, discriminated by `layout`. URLs are results of `toHref`, null when unusable. */
export type Block = z.output<typeof BlockSchemas>;

const LayoutName = z.object({ acf_fc_layout: z.string() });

const LAYOUTS: ReadonlySet<string> = new Set(
  BlockSchemas.options.flatMap(({ in: { shape } }) => [...shape.acf_fc_layout.values]),
);

/** ACF's flexible content. Blocks of an unknown layout are skipped and logged once per layout. */
export const Blocks = orEmpty(z.array(z.unknown(), { error: 'expected a list of blocks' }), []).transform((rows) => {
  const known = rows.filter((row) => {
    const named = LayoutName.safeParse(row);
    if (!named.success || LAYOUTS.has(named.data.acf_fc_layout)) return true;
    const layout = named.data.acf_fc_layout;
    warnOnce(`layout ${layout}`, { layout }, 'Skipping a block of an unknown layout.');
    return false;
  });
  return parseItems(known, BlockSchemas, 'block').items;
});
