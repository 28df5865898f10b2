import 'server-only';
import { site } from './config.ts';
import { titleFromPath, toDocumentTitle, toErrorTitle } from './titles.ts';
import { toSiteUrl } from './urls.ts';

type PageHeadProps = {
  /** The page's path without query, for the canonical address and the fallback title. */
  readonly path: string;
  readonly title?: string;
  readonly description?: string;
};

const ROBOTS_OPEN = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const ROBOTS_CLOSED = 'noindex, nofollow';

/** What the `robots` meta tag and the `X-Robots-Tag` header say, by the site configuration. */
export const robotsDirective = (): string => (site.indexable ? ROBOTS_OPEN : ROBOTS_CLOSED);

/** Title, description, canonical address and social tags of a page (architecture §6). React moves them into the head. */
export const PageHead = ({ path, title, description = site.description }: PageHeadProps) => {
  const documentTitle = toDocumentTitle(title ?? titleFromPath(path), site);
  const url = toSiteUrl(path);

  return (
    <>
      <title>{documentTitle}</title>
      <meta name="description" content={description} />
      <meta name="robots" content={robotsDirective()} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={documentTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary_large_image" />
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
      <meta name="robots" content={ROBOTS_CLOSED} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={site.description} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
};
