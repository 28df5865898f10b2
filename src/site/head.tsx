import 'server-only';
import type { Thing, WithContext } from 'schema-dts';
import { site } from './config.ts';
import { NOT_INDEXED, robotsDirective } from './robots.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './social-card.tsx';
import { breadcrumbData, organizationData, StructuredData, webSiteData } from './structured-data.tsx';
import { titleFromPath, toDocumentTitle, toErrorTitle } from './titles.ts';
import { toSiteUrl } from './urls.ts';

type PageHeadProps = {
  /** The page's path without query, for the canonical address and the fallback title. */
  readonly path: string;
  /** What of the address's query makes a page of its own, as `?page=2`. Everything else is not in its address. */
  readonly query?: string;
  /** The queries of the pages before and after this one, where it is one of several. */
  readonly previous?: string | null;
  readonly next?: string | null;
  readonly title?: string;
  readonly description?: string;
  readonly type?: 'website' | 'article';
  /** The pages above this one, from the top, without the home page. */
  readonly above?: readonly { readonly path: string; readonly name: string }[];
  /** What the page says about its subject, for machines. */
  readonly data?: WithContext<Thing>;
  /** A page for one visitor, such as the thanks for a message, is nothing to find. */
  readonly isListed?: boolean;
};

const toCardUrl = (path: string): string => `${site.url}/og${path === '/' ? '/index' : path}.png`;

/**
 * Title, description, canonical address, social tags and structured data of a page (architecture §6). React moves them
 * into the head.
 */
export const PageHead = ({
  path,
  query = '',
  previous = null,
  next = null,
  title,
  description = site.description,
  type = 'website',
  above = [],
  data,
  isListed = true,
}: PageHeadProps) => {
  const words = title ?? titleFromPath(path);
  const documentTitle = toDocumentTitle(words, site);
  const url = `${toSiteUrl(path)}${query}`;
  const card = toCardUrl(path);

  return (
    <>
      <title>{documentTitle}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={isListed ? robotsDirective() : NOT_INDEXED} />
      <link rel="canonical" href={url} />
      {previous !== null && <link rel="prev" href={`${toSiteUrl(path)}${previous}`} />}
      {next !== null && <link rel="next" href={`${toSiteUrl(path)}${next}`} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={documentTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={card} />
      <meta property="og:image:width" content={String(CARD_WIDTH)} />
      <meta property="og:image:height" content={String(CARD_HEIGHT)} />
      <meta property="og:image:alt" content={words ?? site.name} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={card} />
      {words === null ? (
        <>
          <StructuredData data={organizationData()} />
          <StructuredData data={webSiteData()} />
        </>
      ) : (
        <StructuredData data={breadcrumbData([...above, { path, name: words }])} />
      )}
      {data && <StructuredData data={data} />}
    </>
  );
};

/** The head of an error page: no canonical address, never indexed. */
export const ErrorHead = ({ statusCode, message }: { readonly statusCode: number; readonly message: string }) => {
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
