import 'server-only';
import { BayLabel } from '../blocks/bay-label/bay-label.tsx';
import { Button } from '../blocks/button/button.tsx';
import { FixedText } from '../blocks/editable/editable.tsx';
import { PaperTicket } from '../blocks/paper-ticket/paper-ticket.tsx';
import { toSitePath } from '../site/urls.ts';
import { SUBMISSION_RESULT_ID } from './form-state.ts';
import styles from './sent-ticket.module.css';

type SentTicketProps = {
  readonly label: string;
  /** A noun for the message, such as `application`. */
  readonly thing: string;
  readonly headline: string;
  readonly reference: string;
  readonly next: readonly string[];
};

/** The confirmation of a sent form: a ticket with the reference number. */
export const SentTicket = ({ label, thing, headline, reference, next }: SentTicketProps) => (
  <FixedText>
    <PaperTicket
      labelledBy={SUBMISSION_RESULT_ID}
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
      <BayLabel>{label}</BayLabel>
      <h1 id={SUBMISSION_RESULT_ID} tabIndex={-1} className={styles.headline}>
        {headline}
      </h1>
      <ol className={styles.next}>
        {next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <div className={styles.links}>
        <Button href={toSitePath('/')} variant="secondary">
          Back to home page
        </Button>
        <Button href={toSitePath('/faq')} variant="quiet" hasArrow>
          Read the FAQ in the meantime
        </Button>
      </div>
    </PaperTicket>
  </FixedText>
);
