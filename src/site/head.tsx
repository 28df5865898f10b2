import 'server-only';
import { site } from './config.ts';
import { NOT_INDEXED, robotsDirective } from './robots.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './social-card.tsx';
import { breadcrumbData, organizationData, StructuredData, webSiteData } from './structured-data.tsx';
import { decodePath, titleFromPath, toDocumentTitle, toErrorTitle } from './titles.ts';
import { toSiteUrl } from './urls.ts';

/** Metadata that editors entered for search engines and shared links; empty texts and null mean the default. */
type PageSeo = {
  readonly description: string;
  readonly image: {
    readonly url: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  } | null;
  /** A path of the site, or a URL elsewhere. */
  readonly canonical: string | null;
  readonly isListed: boolean;
};

/** The metadata of a page: what its module exports as `head`. */
export type Head = {
  /** For the error page: why the request failed. Such a page has no other metadata. */
  readonly failure?: { readonly statusCode: number; readonly message: string };
  /** The part of the query that identifies the page, such as `?page=2`; other parameters are not part of the canonical URL. */
  readonly query?: string;
  /** By default, or when empty, it is derived from the path. */
  readonly title?: string;
  /** By default, or when empty, the description of the site. */
  readonly description?: string | undefined;
  readonly type?: 'website' | 'article';
  /** For the breadcrumb: from the top, without the home page. */
  readonly ancestors?: readonly { readonly path: string; readonly name: string }[];
  /** False for pages that should not be in search results, such as a form confirmation. */
  readonly isListed?: boolean;
  /** Its description, image and canonical URL take precedence. It contains no title: pages pass the title of an editor as `title`. */
  readonly seo?: PageSeo | undefined;
};

type ListedItem = { readonly title: string; readonly seo: Pick<PageSeo, 'canonical' | 'isListed'> };

/** The head of an item that is listed but has not been read yet. */
export const toListedHead = ({ title, seo }: ListedItem): Head => ({
  title,
  seo: { description: '', image: null, ...seo },
});

const toCanonicalUrl = (canonical: string): string => new URL(canonical, toSiteUrl('/')).href;

const toCardUrl = (path: string): string => toSiteUrl(`/og${path === '/' ? '/index' : path}.png`);

/**
 * Title, description, canonical URL, social tags and structured data of a page. React hoists them into the head.
 *
 * @param path without query, for the canonical URL and the fallback title.
 */
export const PageHead = ({
  path: encodedPath,
  failure,
  query = '',
  title,
  description: ownDescription,
  type = 'website',
  ancestors = [],
  isListed = true,
  seo,
}: Head & { readonly path: string }) => {
  if (failure) return <ErrorHead {...failure} />;

  const path = decodePath(encodedPath);
  const description = seo?.description || ownDescription || site.description;
  const pageTitle = title || titleFromPath(encodedPath);
  const documentTitle = toDocumentTitle(pageTitle, site);
  const url = `${toSiteUrl(path)}${query}`;
  const card = seo?.image
    ? { ...seo.image, url: new URL(seo.image.url, toSiteUrl('/')).href }
    : { url: toCardUrl(path), alt: '', width: CARD_WIDTH, height: CARD_HEIGHT };

  return (
    <>
      <title>{documentTitle}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={isListed && seo?.isListed !== false ? robotsDirective() : NOT_INDEXED} />
      <link rel="canonical" href={seo?.canonical ? toCanonicalUrl(seo.canonical) : url} />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={`News ${site.titleSeparator} ${site.name}`}
        href={toSiteUrl('/news/feed.xml')}
      />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={documentTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={card.url} />
      <meta property="og:image:width" content={String(card.width)} />
      <meta property="og:image:height" content={String(card.height)} />
      <meta property="og:image:alt" content={card.alt || (pageTitle ?? site.name)} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={card.url} />
      {path === '/' ? (
        <>
          <StructuredData data={organizationData()} />
          <StructuredData data={webSiteData()} />
        </>
      ) : (
        <StructuredData data={breadcrumbData([...ancestors, { path, name: pageTitle ?? site.name }])} />
      )}
    </>
  );
};

/** The head of an error page: no canonical URL, never indexed. */
const ErrorHead = ({ statusCode, message }: { readonly statusCode: number; readonly message: string }) => {
  const title = toErrorTitle(statusCode, message);

  return (
    <>
      <title>{title}</title>
      <meta name="description" content={site.description} />
      <meta name="robots" content={NOT_INDEXED} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={site.description} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
};
