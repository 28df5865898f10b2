import 'server-only';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import { Blocks } from '../../content/blocks.ts';
import { BLOCK_EXAMPLES } from '../../content/content-schema.ts';
import rows from './catalogue-rows.json' with { type: 'json' };

/**
 * A catalogue for developers: a page header, the example of each block, and blocks that are sparse, empty or have extremely long words;
 * empty ones must render nothing.
 */
export const Catalogue = () => (
  <WebBlocks blocks={Blocks.parse([...rows.slice(0, 1), ...BLOCK_EXAMPLES, ...rows.slice(1)])} opensPage />
);
