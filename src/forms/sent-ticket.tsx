import 'server-only';
import type { ReactNode } from 'react';
import { BayLabel } from '../blocks/bay-label/bay-label.tsx';
import { PaperTicket } from '../blocks/paper-ticket/paper-ticket.tsx';
import { WholeWords } from '../blocks/whole-words/whole-words.tsx';
import styles from './sent-ticket.module.css';

type SentTicketProps = {
  readonly label: string;
  /** What was sent. */
  readonly thing: 'message' | 'application';
  readonly headline: string;
  readonly reference: string;
  /** What happens now, in order. */
  readonly next: readonly string[];
  /** Where to go from here. */
  readonly children: ReactNode;
};

/** The receipt for what was sent: a ticket with its number. The browser leads to its headline (`#answer`). */
export const SentTicket = ({ label, thing, headline, reference, next, children }: SentTicketProps) => (
  <PaperTicket
    labelledBy="answer"
    stub={[
      {
        name: 'Reference number',
        value: (
          <>
            <dd className={styles.reference}>{reference}</dd>
            <dd className={styles.note}>Quote it when you write about this {thing}.</dd>
          </>
        ),
      },
    ]}
  >
    <BayLabel bay="P1">{label}</BayLabel>
    <h1 id="answer" tabIndex={-1} className={styles.headline}>
      {headline}
    </h1>
    <ol className={styles.next}>
      {next.map((sentence) => (
        <li key={sentence}>
          <WholeWords text={sentence} />
        </li>
      ))}
    </ol>
    <div className={styles.links}>{children}</div>
  </PaperTicket>
);
