import type { SafeHtml } from '../../content/safe-html.ts';
import editorBlocksUrl from './editor-blocks.css?url';
import styles from './rich-text.module.css';
import { TextWithMedia } from './text-with-media.client.tsx';

/** Matches HTML that `editor-blocks.css` applies to. `table-scroll` is excluded, since it is only a box around a wide table. */
const HAS_BLOCKS = / class="(?!table-scroll")| data-type="|<(?:video|audio|math|details)[ >]/;
const HAS_MEDIA = / data-media="/;

/** Sanitized HTML written by an editor. */
export const RichText = ({ html }: { readonly html: SafeHtml }) => (
  <>
    {HAS_BLOCKS.test(html) && <link rel="stylesheet" href={editorBlocksUrl} precedence="blocks" />}
    {HAS_MEDIA.test(html) ? (
      <TextWithMedia html={html} className={styles.text} />
    ) : (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type guarantees sanitized HTML
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
    )}
  </>
);
