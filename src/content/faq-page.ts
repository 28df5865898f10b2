import 'server-only';
import { z } from 'zod';
import { env } from '../env.ts';
import { fields, group, PlainText, RawText } from './acf.ts';
import { defineReader } from './reader.ts';
import { toPlainText, toSafeHtml } from './safe-html.ts';

const Body = z.object({
  acf: fields(
    z.object({
      faq: group(z.object({ subheadline: PlainText, headline: PlainText, under_headline_content_html: RawText })),
    }),
  ),
});

/** The introduction of the FAQ page (specification §3); texts that the CMS does not have are empty. */
export const readFaqPage = defineReader({
  name: 'faq page',
  tags: ['faqpage'],
  read: async (source) => {
    const { value } = await source.read('/wp-json/api/faqpage', {}, Body);
    const { subheadline, headline, under_headline_content_html } = value.acf.faq;
    return {
      subheadline,
      headline,
      underHeadline: toSafeHtml(under_headline_content_html, { topHeading: 2 }),
      /** Plain text for the description meta tag. */
      description: toPlainText(under_headline_content_html) || env.SITE_DESCRIPTION,
    };
  },
});

export type FaqPage = Awaited<ReturnType<typeof readFaqPage>>;
