import type { SafeHtml } from '../../content/safe-html.ts';
import styles from './quote.module.css';

type QuoteProps = {
  readonly quote: SafeHtml;
  readonly name: string;
  readonly role: string;
};

/** A large quotation with its author. */
export const Quote = ({ quote, name, role }: QuoteProps) => (
  <figure className={styles.quote}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the branded type guarantees sanitized HTML */}
    <blockquote className={styles.text} dangerouslySetInnerHTML={{ __html: quote }} />
    {name && (
      <figcaption className={styles.speaker}>
        <span className={styles.name}>{name}</span>
        {role && <span className="note">{role}</span>}
      </figcaption>
    )}
  </figure>
);
