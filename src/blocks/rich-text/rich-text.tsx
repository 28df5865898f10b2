import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './rich-text.module.css';

/** What an editor wrote, already sanitised: only `toSafeHtml` makes a `SafeHtml`. */
export const RichText = ({ html }: { readonly html: SafeHtml }) => (
  <div
    className={styles.text}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type says that it went through the sanitiser
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
