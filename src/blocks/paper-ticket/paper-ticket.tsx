import 'server-only';
import type { ReactNode } from 'react';
import styles from './paper-ticket.module.css';

type PaperTicketProps = {
  /** The id of the headline among the children. */
  readonly labelledBy: string;
  readonly children: ReactNode;
  /** Facts on the stub. */
  readonly stub: readonly { readonly name: string; readonly value: ReactNode }[];
};

/** A hero in the form of a paper ticket with a stub of facts. */
export const PaperTicket = ({ labelledBy, children, stub }: PaperTicketProps) => (
  <section className={styles.section} data-surface="asphalt" aria-labelledby={labelledBy}>
    <div className={`container ${styles.ticket}`} data-surface="paper">
      <div className={styles.main}>{children}</div>
      <dl className={styles.stub}>
        {stub.map(({ name, value }) => (
          <div key={name}>
            <dt className="label muted">{name}</dt>
            {value}
          </div>
        ))}
      </dl>
    </div>
  </section>
);
