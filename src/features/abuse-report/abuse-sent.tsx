import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { APPEAL, STEPS } from './abuse-texts.ts';

/** The headline, and the title of the page. */
export const REPORT_SENT = 'Report received';

const RECEIPT = 'If you gave an email address, you get a receipt with this number.';

/** The confirmation of a report. */
export const AbuseSent = ({ reference }: { readonly reference: string }) => (
  <SentTicket
    label="Report abuse"
    thing="report"
    headline={REPORT_SENT}
    reference={reference}
    next={[RECEIPT, ...STEPS, APPEAL]}
  />
);
