import type { SafeHtml } from '../../content/safe-html.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import styles from './accordion.module.css';

type AccordionItem = {
  readonly id: number | string;
  readonly question: string;
  readonly answer: SafeHtml;
};

type AccordionProps = {
  readonly items: readonly AccordionItem[];
  readonly openFirst?: boolean;
  /** Whether every entry shows a link to itself, `#faq-{id}`. */
  readonly hasLinks?: boolean;
  readonly heading?: 'h2' | 'h3';
};

/**
 * Expandable questions with their answers. The id is on the answer rather than on the `details` element, because browsers then open the entry
 * when navigating to `#faq-{id}`, without a script.
 */
export const Accordion = ({ items, openFirst = true, hasLinks = true, heading: Heading = 'h3' }: AccordionProps) => (
  <div className={styles.list}>
    {items.map(({ id, question, answer }, index) => (
      <details key={id} open={openFirst && index === 0} className={styles.entry}>
        <summary className={styles.summary}>
          <Heading className={styles.title}>{question}</Heading>
          <svg className={styles.sign} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M12 4v16" stroke="var(--sign)" strokeWidth="3" className={styles.upright} />
            <path d="M4 12h16" stroke="var(--sign)" strokeWidth="3" />
          </svg>
        </summary>
        <div className={styles.answer} id={`faq-${id}`}>
          <RichText html={answer} />
          {hasLinks && (
            <a className={styles.link} href={`#faq-${id}`}>
              Link to this answer
            </a>
          )}
        </div>
      </details>
    ))}
  </div>
);
