import 'server-only';
import type { ReactNode } from 'react';
import { splitOpening } from '../../blocks/web-blocks/opening.ts';
import { countNumberedBays, WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import type { Page } from '../../content/pages.ts';
import { ApplicationForm } from './application-form-section.tsx';
import { ApplicationTicket } from './application-ticket.tsx';

type ApplicationProps = {
  readonly page: Page | null;
  /** The form, in the place where the ticket is filled in. */
  readonly children: ReactNode;
};

const FORM = 'apply';

/** The application from end to end: the ticket, what it asks of a domain, and the place to fill it in. Bays run through. */
export const Application = ({ page, children }: ApplicationProps) => {
  const { opening, rest } = splitOpening(page?.blocks ?? []);

  return (
    <>
      <ApplicationTicket
        label={opening?.label || 'Application'}
        headline={opening?.headline ?? 'RSOC for domains'}
        text={opening?.text ?? 'Say which domains you have in mind; we answer for each of them.'}
        formId={FORM}
      />
      <WebBlocks blocks={rest} firstBay={2} />
      <ApplicationForm id={FORM} bay={`P${countNumberedBays(rest) + 2}`}>
        {children}
      </ApplicationForm>
    </>
  );
};
