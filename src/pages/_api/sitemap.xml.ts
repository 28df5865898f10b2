import { listEvents } from '../../content/events.ts';
import { listPageSlugs } from '../../content/pages.ts';
import { listPosts } from '../../content/posts.ts';
import { readSite } from '../../content/site.ts';
import { isFixedPath, routes, toPagePath } from '../../site/routes.ts';
import { toSitemap } from '../../site/sitemap.ts';

export const GET = async () => {
  const [pages, posts, events, site] = await Promise.all([listPageSlugs(), listPosts(), listEvents(), readSite()]);
  const sitemap = await toSitemap([
    ...routes.filter(({ path }) => isFixedPath(path)).map(({ path }) => ({ path })),
    { path: '/', seo: site.seo.homepage },
    { path: '/faq', seo: site.seo.faqpage },
    ...posts.map(({ slug, modified, image, seo }) => ({
      path: `/${slug}`,
      modified,
      seo,
      images: image ? [image] : [],
    })),
    ...pages.map(({ slug, modified, seo }) => ({ path: toPagePath(slug), modified, seo })),
    ...events.map(({ slug, modified, gallery, seo }) => ({ path: `/events/${slug}`, modified, seo, images: gallery })),
  ]);

  return new Response(sitemap, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};

export const isRendered = true;
