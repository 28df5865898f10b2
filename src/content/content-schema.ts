import 'server-only';
import examples from './block-examples.json' with { type: 'json' };
import { listDescribedBlocks } from './block-schemas.ts';
import { toAcfName } from './editor-fields.ts';
import { EVENT_FIELDS } from './events.ts';
import { FAQ_FIELDS } from './faq.ts';
import { FAQ_PAGE_FIELDS } from './faq-page.ts';
import { HOMEPAGE_FIELDS } from './homepage.ts';
import { PAGE_FIELDS } from './pages.ts';
import { POST_FIELDS } from './posts.ts';
import { SITE_FIELDS } from './site.ts';

/** A complete, realistic row of flexible content for each block. */
export const BLOCK_EXAMPLES: readonly (Readonly<Record<string, unknown>> & { readonly acf_fc_layout: string })[] =
  examples;

/** In characters. Search engines truncate longer titles. */
const TITLE_MAX_LENGTH = 60;
const QUESTION_MAX_LENGTH = 120;

/**
 * The editable fields, in the format of `schema.json`. The plugin builds its blocks and forms from that file. The fields are
 * derived from the schemas that parse the content, so the plugin and the site cannot drift apart.
 */
export const toContentSchema = () => ({
  blocks: listDescribedBlocks().map(({ layout, fields, ...block }) => {
    const name = toAcfName(layout);
    const { acf_fc_layout: _, ...example } = BLOCK_EXAMPLES.find((row) => row.acf_fc_layout === name) ?? {
      acf_fc_layout: name,
    };
    return { layout: name, ...block, fields, example };
  }),
  event: { titleMaxLength: TITLE_MAX_LENGTH, fields: EVENT_FIELDS },
  page: { titleMaxLength: TITLE_MAX_LENGTH, fields: PAGE_FIELDS },
  post: { titleMaxLength: TITLE_MAX_LENGTH, fields: POST_FIELDS },
  faq: { titleMaxLength: QUESTION_MAX_LENGTH, fields: FAQ_FIELDS },
  homepage: { fields: HOMEPAGE_FIELDS },
  faqpage: { fields: FAQ_PAGE_FIELDS },
  site: { fields: SITE_FIELDS },
});
