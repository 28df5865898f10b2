import 'server-only';
import examples from './block-examples.json' with { type: 'json' };
import { listDescribedBlocks } from './block-schemas.ts';
import { type Field, toAcfName } from './editor-fields.ts';
import { EVENT_FIELDS } from './events.ts';
import { PAGE_FIELDS } from './pages.ts';
import { POST_FIELDS } from './posts.ts';

/** A complete, realistic row of flexible content for each block. */
export const BLOCK_EXAMPLES: readonly { readonly acf_fc_layout: string }[] = examples;

type DescribedFields = { readonly fields: readonly Field[] };

type DescribedBlock = DescribedFields & {
  readonly layout: string;
  readonly label: string;
  readonly help: string;
  readonly isInline: boolean;
  readonly example: Readonly<Record<string, unknown>>;
};

/**
 * The fields that editors fill in, in the shape of `schema.json`, from which the plugin builds its blocks and forms. It is derived from
 * the schemas that read the content, so that the two cannot differ.
 */
export const toContentSchema = (): {
  readonly blocks: readonly DescribedBlock[];
  readonly event: DescribedFields;
  readonly page: DescribedFields;
  readonly post: DescribedFields;
} => ({
  blocks: listDescribedBlocks().map(({ layout, fields, ...block }) => {
    const name = toAcfName(layout);
    const { acf_fc_layout: _, ...example } = BLOCK_EXAMPLES.find((row) => row.acf_fc_layout === name) ?? {
      acf_fc_layout: name,
    };
    return { layout: name, ...block, fields, example };
  }),
  event: { fields: EVENT_FIELDS },
  page: { fields: PAGE_FIELDS },
  post: { fields: POST_FIELDS },
});
