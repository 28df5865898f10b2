import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { DocumentBody } from '../../blocks/document-body/document-body.tsx';
import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { PageOpening, splitOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import type { Page } from '../../content/pages.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { PageHead } from '../../site/head.tsx';
import styles from './content-page.module.css';
import { LaneIndex } from './lane-index.tsx';

type ContentPageProps = {
  readonly path: string;
  readonly page: Page | null;
  /** Used if the CMS has no such page; the route still exists. */
  readonly fallbackTitle: string;
  /** Whether the page shows form errors. Its title then starts with “Error: ”. */
  readonly hasErrors?: boolean;
  /** Content that the site adds below the hero. */
  readonly children?: ReactNode;
};

/** A page from the CMS: metadata, hero, content added by the site, text, blocks. */
export const ContentPage = ({ path, page, fallbackTitle, hasErrors = false, children }: ContentPageProps) => (
  <>
    <PageHead
      path={path}
      title={`${hasErrors ? 'Error: ' : ''}${page?.seo.title || (page?.title ?? fallbackTitle)}`}
      description={page?.description}
      seo={page?.seo}
    />
    <PageOpening page={page} fallbackTitle={fallbackTitle} />
    <LaneIndex blocks={page?.blocks ?? []} />
    {children}
    {page?.body && (
      <Band spacing="none">
        <DocumentBody body={page.body} headings={listHeadings(page.body)} />
        <p className={`note ${styles.changed}`}>
          Last updated on <Day instant={page.modified} />
        </p>
      </Band>
    )}
    {page ? <WebBlocks blocks={splitOpening(page.blocks).rest} /> : <GlobalCta />}
  </>
);
