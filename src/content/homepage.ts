import 'server-only';
import { z } from 'zod';
import { fields, listOf } from './acf.ts';
import { html, list, portrait, text, toFields } from './editor-fields.ts';
import { readFaqByIds } from './faq.ts';
import { HomeTexts } from './home-texts.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';

const Testimonial = z
  .object({
    name: text({ label: 'Name', maxLength: 60, required: true }),
    role: text({ label: 'Role', help: 'Position, or position and company.', maxLength: 80 }),
    quote: html({ label: 'Quote', help: 'Without quotation marks.', required: true }),
    image: portrait(),
  })
  .transform(({ quote, ...rest }) => ({ ...rest, quote: toSafeHtml(quote, { idPrefix: null }) }));

export type Testimonial = z.output<typeof Testimonial>;

const Fields = z.object({
  testimonials: list(Testimonial, { label: 'Testimonials', itemLabel: 'Testimonial' }),
  ...HomeTexts.shape,
});

/** The fields of the home page as `schema.json` describes them, without its questions. */
export const HOMEPAGE_FIELDS = toFields(Fields);

const PostId = z.coerce.number().int().positive();

/** A relationship field returns ids, or whole posts when it is configured to return objects. */
const FaqId = z.union([PostId, z.object({ ID: PostId }).transform(({ ID }) => ID)], { error: 'expected an id' });

const Body = z.object({
  acf: fields(Fields.extend({ faq: listOf(FaqId, 'id of a question') })),
});

const readChosen = defineReader({
  name: 'homepage',
  tags: ['homepage', 'media'],
  read: async (source) => {
    const { testimonials, faq, ...texts } = (await source.read('/wp-json/api/homepage', {}, Body)).value.acf;
    const chosen = [...new Set(faq)];
    return { testimonials, texts, chosen, faq: await readFaqByIds(source, chosen) };
  },
  // Including those that are not published yet.
  items: { kind: 'faq', keysOf: ({ chosen }) => chosen },
});

const toHomepage = ({ chosen: _, ...home }: Awaited<ReturnType<typeof readChosen>>) => home;

/** The texts and testimonials of the home page, and the questions that editors chose for it. */
export const readHomepage = Object.assign(async () => toHomepage(await readChosen()), {
  briefly: async () => toHomepage(await readChosen.briefly()),
});
