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
import type { Head } from '../../site/head.tsx';
import styles from './content-page.module.css';
import { LaneIndex } from './lane-index.tsx';

type ContentPageProps = {
  readonly page: Page | null;
  /** Used if the CMS has no such page; the route still exists. */
  readonly fallbackTitle: string;
  /** Content that the site adds below the hero. */
  readonly children?: ReactNode;
};

/** The head of a page from the CMS. */
export const toContentHead = (page: Page | null, fallbackTitle: string): Head => ({
  title: page?.seo.title || (page?.title ?? fallbackTitle),
  description: page?.description,
  seo: page?.seo,
});

/** A page from the CMS: hero, content added by the site, text, blocks. */
export const ContentPage = ({ page, fallbackTitle, children }: ContentPageProps) => (
  <>
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
