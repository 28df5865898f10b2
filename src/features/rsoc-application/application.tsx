import 'server-only';
import { splitOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import type { Page } from '../../content/pages.ts';
import { ApplicationFormSection } from './application-form-section.tsx';
import { ApplicationTicket } from './application-ticket.tsx';

const FORM_ID = 'apply';

/** The application page: the ticket, the conditions for a domain, and the form. */
export const Application = ({ page }: { readonly page: Page | null }) => {
  const { opening, rest } = splitOpening(page?.blocks ?? []);

  return (
    <>
      <ApplicationTicket
        label={opening?.label || 'Application'}
        headline={opening?.headline ?? 'RSOC for domains'}
        text={opening?.text ?? 'Tell us which domains you’d like to put forward; we’ll give you an answer for each.'}
        formId={FORM_ID}
      />
      <WebBlocks blocks={rest} />
      <ApplicationFormSection id={FORM_ID} />
    </>
  );
};
