import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { DocumentBody } from '../../blocks/document-body/document-body.tsx';
import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { HeroSkeleton, Skeleton } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { PageOpening, splitOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import { type Page, readPage } from '../../content/pages.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { part } from '../../framework/render/index.ts';
import type { Head } from '../../site/head.tsx';
import styles from './content-page.module.css';
import { LaneIndex } from './lane-index.tsx';

type ContentPageProps = {
  readonly page: Page | null;
  /** Used if the CMS has no such page; the route still exists. */
  readonly fallbackTitle: string;
};

/** The head of a page from the CMS. */
export const toContentHead = (page: Page | null, fallbackTitle: string): Head => ({
  title: page?.seo.title || (page?.title ?? fallbackTitle),
  description: page?.description,
  seo: page?.seo,
});

/** The hero of a page from the CMS, and links to its sections. */
const ContentOpening = ({ page, fallbackTitle }: ContentPageProps) => (
  <>
    <PageOpening page={page} fallbackTitle={fallbackTitle} />
    <LaneIndex blocks={page?.blocks ?? []} />
  </>
);

/** What follows the hero of a page from the CMS: text and blocks. */
const ContentRest = ({ page }: Pick<ContentPageProps, 'page'>) => (
  <>
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

/** A page from the CMS: hero, text, blocks. */
export const ContentPage = ({ page, fallbackTitle }: ContentPageProps) => (
  <>
    <ContentOpening page={page} fallbackTitle={fallbackTitle} />
    <ContentRest page={page} />
  </>
);

const ContentSkeleton = () => (
  <>
    <HeroSkeleton />
    <Skeleton size="page" />
  </>
);

const ContentUnavailable = () => <UnavailableSection what="This text is" />;

type FixedPageProps = { readonly slug: string; readonly fallbackTitle: string };

/** The page from the CMS for a route of the site. */
export const FixedPage = part(
  'page',
  { Fallback: ContentSkeleton, Failed: ContentUnavailable },
  async ({ slug, fallbackTitle }: FixedPageProps) => (
    <ContentPage page={await readPage(slug)} fallbackTitle={fallbackTitle} />
  ),
);

/** The hero of such a page alone. */
export const FixedOpening = part(
  'page opening',
  { Fallback: HeroSkeleton, Failed: ContentUnavailable },
  async ({ slug, fallbackTitle }: FixedPageProps) => (
    <PageOpening page={await readPage(slug)} fallbackTitle={fallbackTitle} />
  ),
);

/** The hero of such a page with a form, which hardly waits, because the form needs no content. */
export const FormOpening = async ({ slug, fallbackTitle }: FixedPageProps) => (
  <ContentOpening page={await readPage.briefly(slug)} fallbackTitle={fallbackTitle} />
);

/** What follows the hero of such a page. */
export const FixedRest = part(
  'page text',
  { Fallback: () => <Skeleton size="page" />, Failed: ContentUnavailable },
  async ({ slug }: Pick<FixedPageProps, 'slug'>) => <ContentRest page={await readPage(slug)} />,
);
