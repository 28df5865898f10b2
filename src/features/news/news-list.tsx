import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { ContentPicture } from '../../blocks/content-picture/content-picture.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { editable } from '../../blocks/editable/editable.tsx';
import { HeadlineText } from '../../blocks/headline-text/headline-text.tsx';
import { Icon } from '../../blocks/icon/icon.tsx';
import { Pager } from '../../blocks/pager/pager.tsx';
import { Skeleton, SkeletonBox, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { WholeLink } from '../../blocks/whole-link/whole-link.tsx';
import { type Category, listCategories, type Post } from '../../content/posts.ts';
import { part } from '../../framework/index.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './news-list.module.css';
import type { NewsPage } from './news-page.ts';
import { type NewsQuery, toNewsQuery } from './news-query.ts';
import { readNewsPage } from './read-news-page.ts';

type NewsListProps = {
  readonly news: NewsPage<Post>;
  readonly categories: readonly Category[];
};

const toHref = (query: NewsQuery): string => toSitePath('/news') + toNewsQuery(query);

const Filter = ({
  categories,
  current,
}: {
  readonly categories: readonly Category[];
  readonly current: string | null;
}) => (
  <nav aria-label="Categories" className={styles.filter} data-print="none">
    <ul className={styles.categories}>
      {[{ slug: null, name: 'All' }, ...categories.filter(({ count }) => count > 0)].map(({ slug, name }) => (
        <li key={slug ?? ''}>
          <a
            href={toHref({ page: 1, category: slug })}
            aria-current={slug === current ? 'page' : undefined}
            className={styles.category}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
    <a href="/news/feed.xml" type="application/atom+xml" className={styles.feed}>
      <Icon name="rss" size={20} />
      Atom feed
    </a>
  </nav>
);

const Item = ({ post, isLead }: { readonly post: Post; readonly isLead: boolean }) => (
  <li className={styles.item} data-lead={isLead ? '' : undefined} {...editable(`posts/${post.id}`)}>
    <article className={styles.article}>
      <div className={styles.facts}>
        <Day instant={post.date} />
        {post.categories.map(({ slug, name }) => (
          <span key={slug} className="muted">
            {name}
          </span>
        ))}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <WholeLink href={toSitePath(`/${post.slug}`)}>
            <HeadlineText>{post.title}</HeadlineText>
          </WholeLink>
        </h2>
        {post.summary && <p className={styles.summary}>{post.summary}</p>}
      </div>
      {post.image && (
        <div className={styles.frame}>
          {/* Decorative here: the headline next to it is the link. The article shows the image with its description. */}
          <ContentPicture
            image={{ ...post.image, alt: '' }}
            sizes={isLead ? '(min-width: 60rem) 43rem, 100vw' : '(min-width: 48rem) 18rem, 100vw'}
            isPriority={isLead}
            className={styles.picture}
          />
        </div>
      )}
    </article>
  </li>
);

const List = ({ news, categories }: NewsListProps) => {
  const category = news.category?.slug ?? null;
  const hasLead = news.page === 1 && category === null;

  return (
    <Band label={news.category ? `News: ${news.category.name}` : 'News'} spacing="tight">
      <Filter categories={categories} current={category} />
      {news.items.length === 0 ? (
        <p className="lead">Nothing here yet.</p>
      ) : (
        <ol className={styles.list}>
          {news.items.map((post, index) => (
            <Item key={post.id} post={post} isLead={hasLead && index === 0} />
          ))}
        </ol>
      )}
      <Pager page={news.page} pages={news.pages} label="Pages of news" toHref={(page) => toHref({ page, category })} />
    </Band>
  );
};

const ItemSkeleton = ({ isLead }: { readonly isLead: boolean }) => (
  <div className={styles.item} data-lead={isLead ? '' : undefined}>
    <div className={styles.article}>
      <div className={styles.facts}>
        <SkeletonLines isShort />
      </div>
      <div className={styles.words}>
        <p className={styles.title}>
          <SkeletonLines count={2} />
        </p>
        <p className={styles.summary}>
          <SkeletonLines count={2} />
        </p>
      </div>
      <div className={styles.frame}>
        <SkeletonBox width={16} height={10} />
      </div>
    </div>
  </div>
);

const ListSkeleton = ({ query }: { readonly query: string }) => (
  <Band label="News" spacing="tight">
    <Skeleton>
      <div className={styles.filter}>
        <p className={styles.feed}>
          <SkeletonLines isShort />
        </p>
      </div>
      <ItemSkeleton isLead={query === ''} />
      <SkeletonList count={3}>
        <ItemSkeleton isLead={false} />
      </SkeletonList>
    </Skeleton>
  </Band>
);

/** One page of news, newest first. On the first page of the unfiltered list, the newest article is featured. */
export const NewsList = part(
  'news',
  {
    Fallback: ListSkeleton,
    Failed: () => <UnavailableSection message="Our news is not available right now." />,
  },
  async ({ query }: { readonly query: string }) => {
    const [news, categories] = await Promise.all([readNewsPage(query), listCategories()]);
    return news && <List news={news} categories={categories} />;
  },
);
