import { listPosts } from '../../../content/posts.ts';
import { toNewsFeed } from '../../../site/feed.ts';

export const GET = async () => {
  const posts = await listPosts();
  const feed = toNewsFeed(
    posts.map(({ slug, title, summary, body, date, modified, author, categories }) => ({
      path: `/${slug}`,
      title,
      summary,
      body,
      published: date,
      modified,
      author: author?.name ?? null,
      categories: categories.map(({ name }) => name),
    })),
  );

  return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
};
