import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';

/** The headline, and the title of the page. */
export const SENT = 'Message sent';

const NEXT = [
  'You don’t need to do anything else.',
  'The person responsible for your topic reads it.',
  'A named person replies by email within one working day. Decisions can take longer: 2 working days for a new account, 3 for a complaint.',
] as const;

/** The confirmation of a contact message. */
export const ContactSent = ({ reference }: { readonly reference: string }) => (
  <SentTicket label="Contact" thing="message" headline={SENT} reference={reference} next={NEXT} />
);
