import 'server-only';
import type { Post } from '../../content/posts.ts';
import { PageHead } from '../../site/head.tsx';
import { articleData } from '../../site/structured-data.tsx';

/** The head of an article. */
export const ArticleHead = ({ post }: { readonly post: Post }) => {
  const path = `/${post.slug}`;
  const { title, summary, date, modified, author, image } = post;

  return (
    <PageHead
      path={path}
      title={title}
      type="article"
      ancestors={[{ path: '/news', name: 'News' }]}
      data={articleData({
        path,
        title,
        summary,
        published: date,
        modified,
        author: author?.name ?? null,
        image: image?.url ?? null,
      })}
      description={summary}
    />
  );
};
