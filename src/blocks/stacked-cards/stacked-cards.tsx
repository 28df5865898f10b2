import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import { ScrollHighlight } from './scroll-highlight.client.tsx';
import styles from './stacked-cards.module.css';

type StackedCardsProps = {
  readonly cards: readonly {
    readonly id: string;
    readonly label: string;
    readonly title?: string;
    readonly children: ReactNode;
    readonly image?: ReactNode;
  }[];
  readonly heading?: 'h2' | 'h3';
};

/** Sticky cards that stack on top of each other while the page scrolls. All but the current one are dimmed. */
export const StackedCards = ({ cards, heading: Heading = 'h3' }: StackedCardsProps) => (
  <ScrollHighlight className={styles.stack}>
    {cards.map(({ id, label, title, children, image }, index) => (
      <li key={id} className={styles.card} id={id}>
        <div className={styles.stub}>
          <BayLabel>{label}</BayLabel>
          <span className={styles.count} aria-hidden="true">
            {index + 1}/{cards.length}
          </span>
        </div>
        <div className={styles.body}>
          <div className={styles.words}>
            {title && <Heading className={styles.title}>{title}</Heading>}
            {children}
          </div>
          {image && <div>{image}</div>}
        </div>
      </li>
    ))}
  </ScrollHighlight>
);
