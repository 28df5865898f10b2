import { listPosts } from '../../../content/posts.ts';
import { toNewsFeed } from '../../../features/news/feed.ts';

export const GET = async () =>
  new Response(toNewsFeed(await listPosts()), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });

export const isRendered = true;
