import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { findPage, listPageSlugs, readPage } from '../../content/pages.ts';
import { findPost, listPosts, readPost } from '../../content/posts.ts';
import { ListedPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { TOOL_PARAMETERS, toToolHead, validateCheck } from '../../features/domain-check/site-check.ts';
import { ARTICLE_HEAD, toArticleHead } from '../../features/news/article-head.ts';
import { Article } from '../../features/news/article-view.tsx';
import { RelatedNews } from '../../features/news/related-news.tsx';
import { type Head, toListedHead } from '../../site/head.tsx';
import { hasOwnRoute } from '../../site/routes.ts';

type Params = { readonly slug: string };
type Props = Params & { readonly query: string };

/** Finds the page or the article with a slug; a page takes precedence. The lists are read again only if neither contains the slug. */
const findItem = async (slug: string) => {
  const page = await findPage.known(slug);
  if (page) return { page, post: null };
  const post = await findPost.known(slug);
  if (post) return { page, post };
  const [newPage, newPost] = await Promise.all([findPage(slug), findPost(slug)]);
  return { page: newPage, post: newPost };
};

export default async function ContentOrArticle({ slug }: Params) {
  const { page, post } = await findItem(slug);
  if (page) return <ListedPage slug={slug} fallbackTitle={page.title} />;

  return (
    <>
      <Article slug={slug} title={post?.title ?? 'News'} />
      <RelatedNews slug={slug} />
      <GlobalCta />
    </>
  );
}

export const content = async ({ slug }: Params) => {
  const listed = await findItem(slug);
  if (listed.page) {
    const page = await readPage(slug);
    return page && { page };
  }
  const post = listed.post && (await readPost(slug));
  return post && { post };
};

export const exists = async ({ slug }: Params) => {
  const { page, post } = await findItem(slug);
  return page !== null || post !== null;
};

const readItemHead = async (slug: string): Promise<Head> => {
  const listed = await findItem(slug);
  if (listed.page) {
    const page = await readPage.briefly(slug);
    return page ? toContentHead(page, page.title) : toListedHead(listed.page);
  }
  if (!listed.post) return {};
  const post = await readPost.briefly(slug);
  return post ? toArticleHead(post) : { ...toListedHead(listed.post), ...ARTICLE_HEAD };
};

export const head = async ({ slug, query }: Props) => toToolHead(query, await readItemHead(slug));

export const parameters = TOOL_PARAMETERS;

/** A page with a dedicated route is not also served here. */
export const validateRoute = ({ slug, query }: Props) => !hasOwnRoute(slug) && validateCheck(query);

export const generateStaticParams = async () => {
  const [pages, posts] = await Promise.all([listPageSlugs(), listPosts()]);
  return [...new Set([...pages, ...posts].map(({ slug }) => slug))]
    .filter((slug) => !hasOwnRoute(slug))
    .map((slug) => ({ slug }));
};
