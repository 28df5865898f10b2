import 'server-only';
import type { Thing } from 'schema-dts';
import { site } from './config.ts';
import { toSiteUrl } from './urls.ts';

/** JSON-LD that is safe inside a script element: every `<` is escaped. */
export const toScriptText = (data: Thing): string =>
  JSON.stringify(Object.assign({ '@context': 'https://schema.org' }, data)).replaceAll('<', '\\u003c');

/** A JSON-LD script element. */
export const StructuredData = ({ data }: { readonly data: Thing }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped.
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptText(data) }} />
);

/** The organization that runs the site, in short, for use within other structured data. */
export const organization = {
  '@type': 'Organization',
  '@id': `${toSiteUrl('/')}#organization`,
  get name() {
    return site.name;
  },
  url: toSiteUrl('/'),
} as const;

/** The organization that runs the site, in full. */
export const organizationData = (): Thing => ({
  ...organization,
  email: site.supportEmail,
  logo: new URL('/icon-512.png', site.url).href,
});

/** The site and its publisher. */
export const webSiteData = (): Thing => ({
  '@type': 'WebSite',
  name: site.name,
  url: toSiteUrl('/'),
  description: site.description,
  inLanguage: 'en',
  publisher: { '@id': organization['@id'] },
});

/** The breadcrumb trail of a page. The home page is prepended, so `crumbs` does not contain it. */
export const breadcrumbData = (crumbs: readonly { readonly path: string; readonly name: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ path: '/', name: site.name }, ...crumbs].map(({ path, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toSiteUrl(path),
  })),
});

/** Maximum length of an answer in structured data; the page has the full text. */
const MAX_ANSWER = 320;

/** Truncates after the last sentence that fits, or in the middle of the first if none does. */
const truncate = (text: string): string => {
  if (text.length <= MAX_ANSWER) return text;
  const [end] = [...text.slice(0, MAX_ANSWER + 1).matchAll(/[.!?](?=\s)/g)].slice(-1);
  return end === undefined ? `${text.slice(0, MAX_ANSWER)}…` : text.slice(0, end.index + 1);
};

/** Questions with their truncated answers, as plain text; without answers that are only a picture or a video. */
export const faqData = (entries: readonly { readonly question: string; readonly answerText: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: entries
    .filter(({ answerText }) => answerText !== '')
    .map(({ question, answerText }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: truncate(answerText) },
    })),
});
