import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Breadcrumb } from '../../blocks/breadcrumb/breadcrumb.tsx';
import { ContentPicture } from '../../blocks/content-picture/content-picture.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { DocumentBody } from '../../blocks/document-body/document-body.tsx';
import { DocumentBodySkeleton } from '../../blocks/document-body/document-body-skeleton.tsx';
import { editable } from '../../blocks/editable/editable.tsx';
import { HeadlineText } from '../../blocks/headline-text/headline-text.tsx';
import { LaneLine } from '../../blocks/lane-line/lane-line.tsx';
import { toInitials } from '../../blocks/people/to-initials.ts';
import { Skeleton, SkeletonBox, SkeletonLines } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailablePage } from '../../blocks/unavailable/unavailable.tsx';
import { type Post, readPost } from '../../content/posts.ts';
import { listHeadings } from '../../content/safe-html.ts';
import { part } from '../../framework/index.ts';
import { StructuredData } from '../../site/structured-data.tsx';
import { toSitePath } from '../../site/urls.ts';
import { articleData } from './article-head.ts';
import styles from './article-view.module.css';
import { toNewsQuery } from './news-query.ts';

const DAY_MS = 86_400_000;

const wasChanged = ({ date, modified }: Post): boolean => Date.parse(modified) - Date.parse(date) >= DAY_MS;

const Byline = ({ post }: { readonly post: Post }) => (
  <div className={styles.byline}>
    {post.author && (
      <p className={styles.author}>
        <span className={styles.plate} aria-hidden="true">
          {toInitials(post.author.name)}
        </span>
        <span>
          <strong>{post.author.name}</strong>
          {post.author.role && <span className={`note ${styles.role}`}>{post.author.role}</span>}
        </span>
      </p>
    )}
    <p className={styles.dates}>
      <Day instant={post.date} />
      {wasChanged(post) && (
        <span className={`note ${styles.role}`}>
          Updated on <Day instant={post.modified} />
        </span>
      )}
    </p>
  </div>
);

/** A news article: headline and byline, a divider, the image, and the text with its table of contents. */
const ArticleView = ({ post }: { readonly post: Post }) => (
  <article aria-labelledby="page-title" {...editable(`posts/${post.id}`)}>
    <Band spacing="none">
      <header className={styles.head}>
        <Breadcrumb
          crumbs={[
            { label: 'News', href: toSitePath('/news') },
            ...post.categories.slice(0, 1).map(({ slug, name }) => ({
              label: name,
              href: toSitePath('/news') + toNewsQuery({ page: 1, category: slug }),
            })),
          ]}
        />
        <h1 id="page-title" className={styles.headline}>
          <HeadlineText>{post.title}</HeadlineText>
        </h1>
        {post.lead && <p className="lead">{post.lead}</p>}
      </header>
      <LaneLine />
      <DocumentBody
        body={post.body}
        headings={listHeadings(post.body)}
        aside={<Byline post={post} />}
        image={
          post.image && (
            <ContentPicture
              image={post.image}
              sizes="(min-width: 75rem) 48rem, (min-width: 60rem) 64vw, 100vw"
              isPriority
              className={styles.picture}
            />
          )
        }
      />
    </Band>
  </article>
);

const ArticleSkeleton = () => (
  <Skeleton>
    <Band spacing="none">
      <div className={styles.head}>
        <SkeletonLines isShort />
        <h1 className={styles.headline}>
          <SkeletonLines count={2} />
        </h1>
        <p className="lead">
          <SkeletonLines count={2} />
        </p>
      </div>
      <LaneLine />
      <DocumentBodySkeleton image={<SkeletonBox width={16} height={9} />} />
    </Band>
  </Skeleton>
);

type ArticleProps = {
  readonly slug: string;
  /** The title that is shown if the article cannot be. */
  readonly title: string;
};

/** The news article with this slug. */
export const Article = part(
  'article',
  {
    Fallback: ArticleSkeleton,
    Failed: ({ title }: ArticleProps) => (
      <UnavailablePage title={title} message="This article is not available right now." />
    ),
  },
  async ({ slug }: ArticleProps) => {
    const post = await readPost(slug);
    if (post === null) throw new Error(`the article ${slug} cannot be read`);
    return (
      <>
        <StructuredData data={articleData(post)} />
        <ArticleView post={post} />
      </>
    );
  },
);
