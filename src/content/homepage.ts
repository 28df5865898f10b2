import 'server-only';
import { z } from 'zod';
import { fields, listOf, PlainText, RawText } from './acf.ts';
import { readFaqByIds } from './faq.ts';
import { OptionalImage } from './images.ts';
import { defineReader } from './reader.ts';
import { toSafeHtml } from './safe-html.ts';

const Testimonial = z
  .object({ name: PlainText, role: PlainText, quote: RawText, image: OptionalImage })
  .transform(({ quote, ...rest }) => ({ ...rest, quote: toSafeHtml(quote, { idPrefix: null }) }));

export type Testimonial = z.output<typeof Testimonial>;

const PostId = z.coerce.number().int().positive();

/** A relationship field returns ids, or whole posts when it is configured to return objects. */
const FaqId = z.union([PostId, z.object({ ID: PostId }).transform(({ ID }) => ID)], { error: 'expected an id' });

const Body = z.object({
  acf: fields(z.object({ testimonials: listOf(Testimonial, 'testimonial'), faq: listOf(FaqId, 'id of a question') })),
});

/** The testimonials and the questions that editors chose for the home page (specification §7). */
export const readHomepage = defineReader({
  name: 'homepage',
  tags: ['homepage', 'faq'],
  read: async (source) => {
    const { testimonials, faq } = (await source.read('/wp-json/api/homepage', {}, Body)).value.acf;
    return { testimonials, faq: await readFaqByIds(source, [...new Set(faq)]) };
  },
});
