import 'server-only';
import { z } from 'zod';
import { fields } from './acf.ts';
import { html, section, text, toFields } from './editor-fields.ts';
import { defineReader } from './reader.ts';
import { toPlainText, toSafeHtml } from './safe-html.ts';

const Introduction = section('Introduction', {
  subheadline: text({ label: 'Label', help: 'One or two words above the headline.', maxLength: 30 }),
  headline: text({ label: 'Headline', maxLength: 70 }),
  under_headline_content_html: html({
    label: 'Text below the headline',
    help: 'It is also the description of the page for search engines.',
  }),
});

const AcfFields = z.object({ faq: Introduction });

/** The fields of the FAQ page, for `schema.json`. */
export const FAQ_PAGE_FIELDS = toFields(AcfFields);

const Body = z.object({ acf: fields(AcfFields) });

/** The introduction of the FAQ page; texts that are missing in the CMS are empty. */
export const readFaqPage = defineReader({
  name: 'faq page',
  tags: ['faqpage', 'media'],
  read: async (source) => {
    const { value } = await source.read('/wp-json/api/faqpage', {}, Body);
    const { subheadline, headline, under_headline_content_html } = value.acf.faq;
    return {
      subheadline,
      headline,
      underHeadline: toSafeHtml(under_headline_content_html, { topHeading: 2 }),
      /** Plain text for the description meta tag. */
      description: toPlainText(under_headline_content_html),
    };
  },
});
