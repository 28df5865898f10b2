import { GlobalCta } from '../../blocks/global-cta/global-cta.tsx';
import { listPageSlugs, readPage } from '../../content/pages.ts';
import { listPosts, listPostTitles, readPost } from '../../content/posts.ts';
import { ContentPage } from '../../features/content-page/content-page.tsx';
import { ArticleHead } from '../../features/news/article-head.tsx';
import { ArticleView } from '../../features/news/article-view.tsx';
import { relatedPosts } from '../../features/news/news-page.ts';
import { RelatedNews } from '../../features/news/related-news.tsx';
import { pageNotFound } from '../../framework/render/index.ts';
import { hasOwnRoute } from '../../site/routes.ts';

type Params = { readonly slug: string };

export default async function ContentOrArticle({ slug }: Params) {
  const [page, article] = await Promise.all([readPage(slug), readPost(slug)]);
  if (page) return <ContentPage path={`/${page.slug}`} page={page} fallbackTitle={page.title} />;
  const post = article ?? pageNotFound();

  return (
    <>
      <ArticleHead post={post} />
      <ArticleView post={post} />
      <RelatedNews posts={relatedPosts(post, await listPostTitles())} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

/** A page with a dedicated route is not also served here. */
export const validateRoute = ({ slug }: Params) => !hasOwnRoute(slug);

export const generateStaticParams = async () => {
  const [pages, posts] = await Promise.all([listPageSlugs(), listPosts()]);
  return [...new Set([...pages, ...posts].map(({ slug }) => slug))]
    .filter((slug) => !hasOwnRoute(slug))
    .map((slug) => ({ slug }));
};

export const readContent = async ({ slug }: Params) => {
  const [page, post] = await Promise.all([readPage(slug), readPost(slug)]);
  return page ?? post;
};
