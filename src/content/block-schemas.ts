import 'server-only';
import { z } from 'zod';
import { RawText } from './acf.ts';
import { toContentId } from './anchors.ts';
import {
  choice,
  describe,
  email,
  gallery,
  html,
  icon,
  image,
  list,
  portrait,
  text,
  textarea,
  toFields,
  url,
} from './editor-fields.ts';
import { type SafeHtml, toSafeHtml } from './safe-html.ts';
import { toSlug } from './slugs.ts';

const blockTexts = z.registry<{ readonly label: string; readonly help: string }>();

/**
 * The schema of a block.
 *
 * @param label its name in the editor; `help` says there what it is for.
 */
const block = <const Layout extends string, Shape extends z.ZodRawShape>(
  layout: Layout,
  label: string,
  help: string,
  shape: Shape,
) =>
  z.object({ layout: z.literal(layout), row: z.number().optional(), ...shape }).register(blockTexts, { label, help });

/**
 * The HTML of a block. Its headings are shifted below the heading of the block, and their ids start with the slug of that heading.
 * If the block has no heading, they get no ids.
 *
 * @param level the level of the heading of the block.
 */
const htmlBelow = (heading: string, html: string, level: 2 | 3 = 2): SafeHtml => {
  const slug = toContentId(toSlug(heading));
  if (slug === '') return toSafeHtml(html, { topHeading: level, idPrefix: null });
  return toSafeHtml(html, { topHeading: level === 2 ? 3 : 4, idPrefix: toContentId(`${slug}-`) });
};

const label = text({
  label: 'Label',
  help: 'One or two words above the headline, such as “Solutions”.',
  maxLength: 30,
});
const headlineTexts = { label: 'Headline', maxLength: 70 };
const heading = { label, headline: text({ ...headlineTexts, help: 'Also names the section for search engines.' }) };
const heroHeading = {
  label,
  headline: text({
    ...headlineTexts,
    help: 'The main heading, if this is the first block of the page.',
    required: true,
  }),
};

const name = text({ label: 'Name', maxLength: 60, required: true });
const role = text({ label: 'Role', help: 'Position, or position and company.', maxLength: 80 });
const itemTitle = text({ label: 'Title', maxLength: 60, required: true });
const itemText = textarea({ label: 'Text', help: 'One or two sentences.', maxLength: 300 });
const introduction = textarea({ label: 'Text', help: 'One or two sentences below the headline.', maxLength: 300 });
const picture = image({
  label: 'Picture',
  help: 'At least 1200 pixels wide. Describe it in its alternative text.',
  minWidth: 1200,
});
const formattedText = html({ label: 'Text', help: 'Paragraphs, subheadings, lists, links and tables.' });
const buttonLabel = text({
  label: 'Button text',
  help: 'Says what happens: “See the prices”.',
  maxLength: 40,
  required: true,
});
const link = {
  label: 'Link',
  help: 'A page of this site such as /contact, or a complete address.',
  example: '/contact',
};
const requiredUrl = url({ ...link, required: true });

const Buttons = list(
  z.object({ label: buttonLabel, url: requiredUrl }).transform(({ label, url }) => {
    return label !== '' && url !== null ? { label, url } : null;
  }),
  { label: 'Buttons', help: 'The first one stands out.', itemLabel: 'Button', max: 3 },
);

/** A list without which the block is not shown. */
const rows = <Fields extends z.ZodRawShape>(label: string, itemLabel: string, fields: Fields) =>
  list(z.object(fields), { label, itemLabel, min: 1, required: true });

const Point = z.object({ text: text({ label: 'Text', maxLength: 120 }) }).transform(({ text }) => text);

const AccordionItem = z
  .object({
    question: text({ label: 'Question', maxLength: 120, required: true }),
    answer_html: html({ label: 'Answer', required: true }),
  })
  .transform(({ question, answer_html }) => ({ question, answer: htmlBelow(question, answer_html, 3) }));

const StackedCard = z
  .object({ label, title: itemTitle, html: formattedText, image: picture })
  .transform((card) => ({ ...card, html: htmlBelow(card.title, card.html, 3) }));

const Cell = z.object({ text: text({ label: 'Cell', maxLength: 200 }) }).transform(({ text }) => text);

const TableRow = z
  .object({ cells: list(Cell, { label: 'Cells', help: 'One for each column.', itemLabel: 'Cell', max: 8 }) })
  .transform(({ cells }) => cells);

export const BlockSchemas = z.discriminatedUnion('layout', [
  block('hero', 'Opening section', 'Opens a landing page: headline, buttons, up to three points and a wide picture.', {
    ...heroHeading,
    text: introduction,
    points: list(Point, { label: 'Points', help: 'Shown in numbered bays.', itemLabel: 'Point', max: 3 }),
    buttons: Buttons,
    image: picture,
  }),
  block('subpagesHero', 'Page header', 'Opens an ordinary page: headline, introduction and a picture beside them.', {
    ...heroHeading,
    text: introduction,
    image: picture,
  }),
  block('text', 'Text', 'A headline with formatted text.', { ...heading, html: formattedText }).transform((fields) => ({
    ...fields,
    html: htmlBelow(fields.headline, fields.html),
  })),
  block('split', 'Text and picture', 'Text with a picture beside it.', {
    anchor: describe(
      RawText.transform((anchor) => toContentId(toSlug(anchor))),
      {
        type: 'text',
        label: 'Anchor',
        help: 'One word for links to this section: “prices” makes /solutions#prices work.',
        maxLength: 40,
        example: 'prices',
      },
    ),
    ...heading,
    html: formattedText,
    image: picture,
    imageSide: choice({ left: 'Left of the text', right: 'Right of the text' }, 'right', {
      label: 'Side of the picture',
    }),
    buttons: Buttons,
  }).transform((fields) => ({ ...fields, html: htmlBelow(fields.headline, fields.html) })),
  block(
    'accordion',
    'Questions and answers',
    'Questions that open on a click. For this page only; the FAQ has its own list.',
    { ...heading, items: list(AccordionItem, { label: 'Questions', itemLabel: 'Question', min: 1, required: true }) },
  ),
  block('cards', 'Cards', 'Short texts with icons, side by side. Looks best with three or four.', {
    ...heading,
    cards: rows('Cards', 'Card', {
      icon: icon({ label: 'Icon' }),
      title: itemTitle,
      text: itemText,
      url: url({ ...link, help: `Makes the card clickable. ${link.help}` }),
    }),
  }),
  block(
    'stackedCards',
    'Stacked cards',
    'Large cards that slide over each other while visitors scroll. For three to five topics.',
    {
      ...heading,
      cards: list(StackedCard, { label: 'Cards', itemLabel: 'Stacked card', min: 1, max: 6, required: true }),
    },
  ),
  block('steps', 'Steps', 'Numbered steps of a process, in order.', {
    ...heading,
    steps: rows('Steps', 'Step', { title: itemTitle, text: itemText }),
  }),
  block('stats', 'Figures', 'Large figures on a dark background.', {
    ...heading,
    stats: rows('Figures', 'Figure', {
      value: text({
        label: 'Figure',
        help: 'With its unit: “80%”.',
        maxLength: 30,
        required: true,
        example: '80%',
      }),
      label: text({ label: 'Meaning', help: 'What the figure counts.', maxLength: 60, required: true }),
      condition: text({ label: 'Condition', help: 'Small print: period, source or exception.', maxLength: 100 }),
    }),
  }),
  block('table', 'Table', 'Rows and columns. The first column names the rows.', {
    ...heading,
    caption: text({ label: 'Caption', help: 'Says what the table compares.', maxLength: 150 }),
    head: list(Cell, { label: 'Column headings', itemLabel: 'Column', max: 8 }),
    rows: list(TableRow, { label: 'Rows', itemLabel: 'Row', min: 1, required: true }),
  }),
  block('quote', 'Quote', 'What a customer or colleague said.', {
    quoteHtml: html({ label: 'Quote', help: 'Without quotation marks.', required: true }),
    name: text({ label: 'Name', maxLength: 60 }),
    role,
  }).transform(({ quoteHtml, ...fields }) => ({ ...fields, quote: toSafeHtml(quoteHtml, { idPrefix: null }) })),
  block('timeline', 'Timeline', 'Dated entries, one below the other.', {
    ...heading,
    entries: rows('Entries', 'Entry', {
      date: text({ label: 'Date', help: 'As it should read: “2015” or “10 February 2026”.', maxLength: 30 }),
      title: itemTitle,
      text: itemText,
    }),
  }),
  block('people', 'People', 'Names with roles and portraits. Without a portrait, the initials are shown.', {
    ...heading,
    people: rows('People', 'Person', { name, role, text: itemText, image: portrait() }),
  }),
  block('logos', 'Names with icons', 'A row of names, each with an icon.', {
    headline: heading.headline,
    logos: rows('Names', 'Name', { name, icon: icon({ label: 'Icon' }) }),
  }),
  block('gallery', 'Gallery', 'Pictures in a grid. A click enlarges them.', {
    ...heading,
    images: gallery({
      label: 'Pictures',
      help: 'At least 1200 pixels wide, each with an alternative text.',
      minWidth: 1200,
      min: 1,
      required: true,
    }),
  }),
  block('popup', 'Popup', 'A button that opens a window with more text.', {
    buttonLabel,
    headline: text({ ...headlineTexts, help: 'Heads the window. Empty: the text of the button.' }),
    html: html({ label: 'Text', help: 'The content of the window.', required: true }),
  }).transform((fields) => ({ ...fields, html: htmlBelow(fields.headline, fields.html) })),
  block('button', 'Button', 'A link as a button. Buttons in a row share a line.', {
    label: buttonLabel,
    url: requiredUrl,
  }),
  block('mailto', 'Email link', 'Opens the visitor’s email program.', {
    label: text({ label: 'Text', help: 'Empty: the email address.', maxLength: 60 }),
    email: email({ label: 'Email address', required: true, example: 'support@example.com' }),
    subject: text({ label: 'Subject', help: 'Fills in the subject of the message.', maxLength: 100 }),
  }),
  block('cta', 'Call to action', 'One sentence and one button. Closes a page.', {
    headline: text({ ...headlineTexts, required: true }),
    text: textarea({ label: 'Text', help: 'One or two sentences.', maxLength: 300 }),
    buttonLabel,
    buttonUrl: requiredUrl,
  }),
  block(
    'domainCheck',
    'Domain check',
    'A form in which visitors check where up to 50 domains point. It shows the answers below.',
    { ...heading, text: introduction },
  ),
  block(
    'forSaleBuilder',
    'For-sale record',
    'A form that writes the DNS records with which owners say that a domain is for sale (RFC 10023).',
    { ...heading, text: introduction },
  ),
  block('globalCta', 'Shared call to action', 'The same on every page. It has no fields.', {}),
]);

/** The descriptions of all blocks for `schema.json`, in the order above. */
export const listDescribedBlocks = () =>
  BlockSchemas.options.map((option) => {
    const schema = 'in' in option ? option.in : option;
    const texts = blockTexts.get(schema);
    const [layout = ''] = schema.shape.layout.values;
    return {
      layout,
      label: texts?.label ?? '',
      help: texts?.help ?? '',
      fields: toFields(schema),
    };
  });
