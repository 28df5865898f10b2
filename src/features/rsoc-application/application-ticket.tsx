import 'server-only';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { PaperTicket } from '../../blocks/paper-ticket/paper-ticket.tsx';
import styles from './application-ticket.module.css';

type ApplicationTicketProps = {
  readonly headline: string;
  readonly label: string;
  readonly text: string;
  /** The id of the form section. */
  readonly formId: string;
};

const conditions = [
  { name: 'Visitors', value: '300', unit: 'uniques a month per domain, or a paid source you name' },
  { name: 'Content', value: '8', unit: 'original articles per domain, by you or us' },
  { name: 'Answer', value: '5', unit: 'working days, with a decision on every domain' },
] as const;

/** The hero of the application page: a parking ticket with the conditions for a domain on its stub. */
export const ApplicationTicket = ({ headline, label, text, formId }: ApplicationTicketProps) => (
  <PaperTicket
    labelledBy="page-title"
    stub={conditions.map(({ name, value, unit }) => ({
      name,
      value: (
        <dd className={styles.value}>
          <span className={styles.number}>{value}</span> <span className={styles.unit}>{unit}</span>
        </dd>
      ),
    }))}
  >
    <BayLabel>{label}</BayLabel>
    <h1 id="page-title">{headline}</h1>
    {text && <p className={styles.text}>{text}</p>}
    <Button href={`#${formId}`} hasArrow>
      Fill in the application
    </Button>
  </PaperTicket>
);
