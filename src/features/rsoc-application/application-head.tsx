import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';

type ApplicationHeadProps = {
  readonly page: Page | null;
  /** The form was submitted without scripts and is invalid, so the title starts with "Error". */
  readonly hasErrors: boolean;
};

/** The metadata of the application page. The title derived from the path would be 'RSOC For Domains Application'. */
export const ApplicationHead = ({ page, hasErrors }: ApplicationHeadProps) => (
  <PageHead
    path="/RSOC-for-domains-application"
    title={`${hasErrors ? 'Error: ' : ''}RSOC for domains application`}
    {...(page?.description && { description: page.description })}
  />
);
