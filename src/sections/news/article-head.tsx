import 'server-only';
import type { Post } from '../../content/posts.ts';
import { PageHead } from '../../site/head.tsx';

/** The head of an article. */
export const ArticleHead = ({ post }: { readonly post: Post }) => (
  <PageHead path={`/${post.slug}`} title={post.title} {...(post.summary && { description: post.summary })} />
);
