import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { DocumentBody } from '../../blocks/document-body/document-body.tsx';
import { DocumentBodySkeleton } from '../../blocks/document-body/document-body-skeleton.tsx';
import { Editable } from '../../blocks/editable/editable.tsx';
import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { Skeleton } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailablePage, UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { PageOpening, PageOpeningSkeleton, splitOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import { type Page, readPage } from '../../content/pages.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { part } from '../../framework/index.ts';
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
      <Editable items={[`pages/${page.id}`]}>
        <Band spacing="none">
          <DocumentBody body={page.body} headings={listHeadings(page.body)} />
          <p className={`note ${styles.changed}`}>
            Last updated on <Day instant={page.modified} />
          </p>
        </Band>
      </Editable>
    )}
    {page ? <WebBlocks blocks={splitOpening(page.blocks).rest} pageId={page.id} /> : <GlobalCta />}
  </>
);

/** A page from the CMS: hero, text, blocks. */
const ContentPage = ({ page, fallbackTitle }: ContentPageProps) => (
  <>
    <ContentOpening page={page} fallbackTitle={fallbackTitle} />
    <ContentRest page={page} />
  </>
);

const RestSkeleton = () => (
  <Skeleton>
    <Band spacing="none">
      <DocumentBodySkeleton />
    </Band>
  </Skeleton>
);

type PageProps = { readonly slug: string };

const PageSkeleton = ({ slug }: PageProps) => (
  <>
    <PageOpeningSkeleton slug={slug} />
    <RestSkeleton />
  </>
);

const TEXT_UNAVAILABLE = 'The text of this page is not available right now.';

type FixedPageProps = PageProps & {
  /** The title until the page is in the CMS, or if it cannot be shown. */
  readonly fallbackTitle: string;
};

const PageFailed = ({ fallbackTitle }: FixedPageProps) => (
  <UnavailablePage title={fallbackTitle} message={TEXT_UNAVAILABLE} />
);

/** The page from the CMS for a route of the site. */
export const FixedPage = part(
  'page',
  { Fallback: PageSkeleton, Failed: PageFailed },
  async ({ slug, fallbackTitle }: FixedPageProps) => (
    <ContentPage page={await readPage(slug)} fallbackTitle={fallbackTitle} />
  ),
);

/** A page that exists only in the CMS. */
export const ListedPage = part(
  'page',
  { Fallback: PageSkeleton, Failed: PageFailed },
  async ({ slug, fallbackTitle }: FixedPageProps) => {
    const page = await readPage(slug);
    if (page === null) throw new Error(`the page ${slug} cannot be read`);
    return <ContentPage page={page} fallbackTitle={fallbackTitle} />;
  },
);

/** The hero of the page for a route of the site, alone. */
export const FixedOpening = part(
  'page opening',
  {
    Fallback: PageOpeningSkeleton,
    Failed: ({ fallbackTitle }: FixedPageProps) => <PageOpening page={null} fallbackTitle={fallbackTitle} />,
  },
  async ({ slug, fallbackTitle }: FixedPageProps) => (
    <PageOpening page={await readPage(slug)} fallbackTitle={fallbackTitle} />
  ),
);

/** The hero of a page with a form, which hardly waits, because the form needs no content. */
export const FormOpening = async ({ slug, fallbackTitle }: FixedPageProps) => (
  <ContentOpening page={await readPage.briefly(slug)} fallbackTitle={fallbackTitle} />
);

/** What follows the form of such a page. */
export const FormRest = part(
  'page text',
  {
    Fallback: RestSkeleton,
    Failed: () => <UnavailableSection message={TEXT_UNAVAILABLE} advice="The form above works as usual." />,
  },
  async ({ slug }: PageProps) => <ContentRest page={await readPage(slug)} />,
);
