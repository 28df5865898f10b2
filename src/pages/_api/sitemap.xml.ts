import { listEvents } from '../../content/events.ts';
import { listPageSlugs } from '../../content/pages.ts';
import { listPosts } from '../../content/posts.ts';
import { isFixedPath, routes, toPagePath } from '../../site/routes.ts';
import { toSitemap } from '../../site/sitemap.ts';

export const GET = async () => {
  const [pages, posts, events] = await Promise.all([listPageSlugs(), listPosts(), listEvents()]);
  const sitemap = await toSitemap([
    ...routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => ({ path })),
    ...pages.map(({ slug, modified }) => ({ path: toPagePath(slug), modified })),
    ...posts.map(({ slug, modified, image }) => ({ path: `/${slug}`, modified, images: image ? [image] : [] })),
    ...events.map(({ slug, modified, gallery }) => ({ path: `/events/${slug}`, modified, images: gallery })),
  ]);

  return new Response(sitemap, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
