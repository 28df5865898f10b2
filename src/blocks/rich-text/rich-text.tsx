import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './rich-text.module.css';

type RichTextProps = {
  readonly html: SafeHtml;
  readonly className?: string | undefined;
};

/** What an editor wrote, already sanitised: only `toSafeHtml` makes a `SafeHtml`. */
export const RichText = ({ html, className }: RichTextProps) => (
  <div
    className={className ? `${styles.text} ${className}` : styles.text}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type says that it went through the sanitiser
    dangerouslySetInnerHTML={{ __html: html }}
  />
);
