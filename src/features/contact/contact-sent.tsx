import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { PageHead } from '../../site/head.tsx';

const NEXT = [
  'Nothing more is needed from you.',
  'A person who is responsible for your topic reads it.',
  'You have a reply by email within one working day, with a name under it.',
] as const;

/** The confirmation of a contact message. */
export const ContactSent = ({ reference }: { readonly reference: string }) => (
  <>
    <PageHead path="/contact" title="Message stored" isListed={false} />
    <SentTicket label="Contact" thing="message" headline="Your message is stored" reference={reference} next={NEXT} />
  </>
);
