import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { ApplicationProgress } from './application-progress.tsx';

/** The headline, and the title of the page. */
export const RECEIVED = 'Application received';

const NEXT = [
  'Leave nameservers and landers as they are.',
  'We check every domain on the list by hand.',
  'Within 5 working days you’ll get an answer by email for each domain: yes, no with the reason, or yes after a change.',
] as const;

/** The confirmation of an application, whose current stage is now “Answer”. */
export const ApplicationSent = ({ reference }: { readonly reference: string }) => (
  <>
    <ApplicationProgress current={2} />
    <SentTicket label="Application" thing="application" headline={RECEIVED} reference={reference} next={NEXT} />
  </>
);
