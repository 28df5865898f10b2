import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listPageSlugs, type Page, readPage } from '../../content/pages.ts';
import { listPosts, listPostTitles, type Post, readPost } from '../../content/posts.ts';
import { ContentPage, toContentHead } from '../../features/content-page/content-page.tsx';
import { toArticleHead } from '../../features/news/article-head.ts';
import { ArticleView } from '../../features/news/article-view.tsx';
import { relatedPosts } from '../../features/news/news-page.ts';
import { RelatedNews } from '../../features/news/related-news.tsx';
import { hasOwnRoute } from '../../site/routes.ts';

type Params = { readonly slug: string };
type Content = { readonly page: Page } | { readonly post: Post };
type Props = { readonly content: Content };

export default async function ContentOrArticle({ content: item }: Props) {
  if ('page' in item) return <ContentPage page={item.page} fallbackTitle={item.page.title} />;

  return (
    <>
      <ArticleView post={item.post} />
      <RelatedNews posts={relatedPosts(item.post, await listPostTitles())} />
      <GlobalCta />
    </>
  );
}

export const content = async ({ slug }: Params): Promise<Content | null> => {
  const [page, post] = await Promise.all([readPage(slug), readPost(slug)]);
  if (page) return { page };
  return post && { post };
};

export const head = ({ content: item }: Props) =>
  'page' in item ? toContentHead(item.page, item.page.title) : toArticleHead(item.post);

/** A page with a dedicated route is not also served here. */
export const validateRoute = ({ slug }: Params) => !hasOwnRoute(slug);

export const generateStaticParams = async () => {
  const [pages, posts] = await Promise.all([listPageSlugs(), listPosts()]);
  return [...new Set([...pages, ...posts].map(({ slug }) => slug))]
    .filter((slug) => !hasOwnRoute(slug))
    .map((slug) => ({ slug }));
};
