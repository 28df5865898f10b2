import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './rich-text.module.css';

/** Sanitized HTML written by an editor. */
export const RichText = ({ html }: { readonly html: SafeHtml }) => (
  <div
    className={styles.text}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type guarantees sanitized HTML
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
