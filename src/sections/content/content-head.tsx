import 'server-only';
import type { Page } from '../../content/pages.ts';
import { PageHead } from '../../site/head.tsx';

type ContentHeadProps = {
  readonly path: string;
  readonly page: Page | null;
  /** Where the content system has no such page. */
  readonly fallbackTitle: string;
};

/** The head of a page that editors write. */
export const ContentHead = ({ path, page, fallbackTitle }: ContentHeadProps) => (
  <PageHead
    path={path}
    title={page?.title ?? fallbackTitle}
    {...(page?.description && { description: page.description })}
  />
);
