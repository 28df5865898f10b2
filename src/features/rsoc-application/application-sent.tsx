import 'server-only';
import { SentTicket } from '../../forms/sent-ticket.tsx';
import { PageHead } from '../../site/head.tsx';
import { ApplicationProgress } from './application-progress.tsx';

const NEXT = [
  'Leave nameservers and landers as they are.',
  'We look at every domain on the list by hand.',
  'Within 5 working days you have an answer for each domain by email: accepted, declined with the reason, or one question.',
] as const;

/** The confirmation of an application; its answer is the next stage. */
export const ApplicationSent = ({ reference }: { readonly reference: string }) => (
  <>
    <PageHead path="/RSOC-for-domains-application" title="Application stored" isListed={false} />
    <ApplicationProgress current={2} />
    <SentTicket
      label="Application"
      thing="application"
      headline="Your application is stored"
      reference={reference}
      next={NEXT}
    />
  </>
);
