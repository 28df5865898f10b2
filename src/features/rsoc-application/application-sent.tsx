import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { PageHead } from '../../site/head.tsx';
import { ApplicationProgress } from './application-progress.tsx';

const NEXT = [
  'Leave nameservers and landers as they are.',
  'We check every domain on the list by hand.',
  'Within 5 working days you’ll get an answer by email for each domain: yes, no with the reason, or yes after a change.',
] as const;

/** The confirmation of an application, whose current stage is now “Answer”. */
export const ApplicationSent = ({ reference }: { readonly reference: string }) => (
  <>
    <PageHead path="/RSOC-for-domains-application" title="Application received" isListed={false} />
    <ApplicationProgress current={2} />
    <SentTicket
      label="Application"
      thing="application"
      headline="Application received"
      reference={reference}
      next={NEXT}
    />
  </>
);
