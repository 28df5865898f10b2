import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';

type ContentHeadProps = {
  readonly path: string;
  readonly page: Page | null;
  /** Where the content system has no such page. */
  readonly fallbackTitle: string;
  /** The page answers a form that has to be corrected, which its title says first. */
  readonly hasErrors?: boolean;
};

/** The head of a page that editors write. */
export const ContentHead = ({ path, page, fallbackTitle, hasErrors = false }: ContentHeadProps) => (
  <PageHead
    path={path}
    title={`${hasErrors ? 'Error: ' : ''}${page?.title ?? fallbackTitle}`}
    {...(page?.description && { description: page.description })}
  />
);
