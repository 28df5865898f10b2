import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listPageSlugs, type Page, readPage } from '../../content/pages.ts';
import { listPosts, type Post, readPost } from '../../content/posts.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { toArticleHead } from '../../features/news/article-head.ts';
import { ArticleView } from '../../features/news/article-view.tsx';
import { RelatedNews } from '../../features/news/related-news.tsx';
import { hasOwnRoute } from '../../site/routes.ts';

type Params = { readonly slug: string };
type Item = { readonly page: Page } | { readonly post: Post };

const readItem = async (slug: string): Promise<Item | null> => {
  const [page, post] = await Promise.all([readPage(slug), readPost(slug)]);
  if (page) return { page };
  return post && { post };
};

export default async function ContentOrArticle({ slug }: Params) {
  const item = await readItem(slug);
  if (item === null) return null;
  if ('page' in item) return <ContentPage page={item.page} fallbackTitle={item.page.title} />;

  return (
    <>
      <ArticleView post={item.post} />
      <RelatedNews post={item.post} />
      <GlobalCta />
    </>
  );
}

export const content = ({ slug }: Params) => readItem(slug);

export const exists = async ({ slug }: Params) => (await readItem(slug)) !== null;

export const head = async ({ slug }: Params) => {
  const item = await readItem(slug);
  if (item === null) return {};
  return 'page' in item ? toContentHead(item.page, item.page.title) : toArticleHead(item.post);
};

/** A page with a dedicated route is not also served here. */
export const validateRoute = ({ slug }: Params) => !hasOwnRoute(slug);

export const generateStaticParams = async () => {
  const [pages, posts] = await Promise.all([listPageSlugs(), listPosts()]);
  return [...new Set([...pages, ...posts].map(({ slug }) => slug))]
    .filter((slug) => !hasOwnRoute(slug))
    .map((slug) => ({ slug }));
};
