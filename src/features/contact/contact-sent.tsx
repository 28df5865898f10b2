import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { PageHead } from '../../site/head.tsx';

const NEXT = [
  'You don’t need to do anything else.',
  'The person responsible for your topic reads it.',
  'A named person replies by email within one working day. Decisions can take longer: 2 working days for a new account, 3 for a complaint.',
] as const;

/** The confirmation of a contact message. */
export const ContactSent = ({ reference }: { readonly reference: string }) => (
  <>
    <PageHead path="/contact" title="Message sent" isListed={false} />
    <SentTicket label="Contact" thing="message" headline="Message sent" reference={reference} next={NEXT} />
  </>
);
