import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';

type ApplicationHeadProps = {
  readonly page: Page | null;
  /** The page answers a form that has to be corrected, which its title says first. */
  readonly hasErrors: boolean;
};

/** The head of the application. Its title is written out: the path alone would give 'RSOC For Domains Application'. */
export const ApplicationHead = ({ page, hasErrors }: ApplicationHeadProps) => (
  <PageHead
    path="/RSOC-for-domains-application"
    title={`${hasErrors ? 'Error: ' : ''}RSOC for domains application`}
    {...(page?.description && { description: page.description })}
  />
);
