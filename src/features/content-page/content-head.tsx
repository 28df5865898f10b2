import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';

type ContentHeadProps = {
  readonly path: string;
  readonly page: Page | null;
  /** Used if the content system has no such page. */
  readonly fallbackTitle: string;
  /** Whether the page shows form errors, which the title then announces. */
  readonly hasErrors?: boolean;
};

/** The head of a page from the content system. */
export const ContentHead = ({ path, page, fallbackTitle, hasErrors = false }: ContentHeadProps) => (
  <PageHead
    path={path}
    title={`${hasErrors ? 'Error: ' : ''}${page?.title ?? fallbackTitle}`}
    {...(page?.description && { description: page.description })}
  />
);
