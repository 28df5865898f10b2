import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { editable } from '../../blocks/editable/editable.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { Unavailable } from '../../blocks/unavailable/unavailable.tsx';
import { listPostTitles, type PostTitle, readPost } from '../../content/posts.ts';
import { part } from '../../framework/index.ts';
import { toSitePath } from '../../site/urls.ts';
import { relatedPosts } from './news-page.ts';
import styles from './related-news.module.css';

const Section = ({ children }: { readonly children: ReactNode }) => (
  <Band surface="asphalt" labelledBy="related-news" spacing="tight">
    <SectionHead id="related-news" headline="Next exits" label="More news" />
    {children}
  </Band>
);

const List = ({ posts }: { readonly posts: readonly PostTitle[] }) =>
  posts.length > 0 && (
    <Section>
      <ul className={styles.list}>
        {posts.map(({ id, slug, title, date }) => (
          <li key={id} className={styles.item} {...editable(`posts/${id}`)}>
            <Day instant={date} className={styles.day} />
            <h3 className="h4">
              <a href={toSitePath(`/${slug}`)} className={`stretched-link ${styles.link}`}>
                {title}
                <svg className={styles.arrow} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                  <path d="M7 4h13v13h-3.600V10.100L6.500 20 4 17.500 13.900 7.600H7z" fill="currentColor" />
                </svg>
              </a>
            </h3>
          </li>
        ))}
      </ul>
    </Section>
  );

const ListSkeleton = () => (
  <Section>
    <Skeleton className={styles.list}>
      <SkeletonList count={3}>
        <div className={styles.item}>
          <p className={styles.day}>
            <SkeletonLines isShort />
          </p>
          <p className="h4">
            <SkeletonLines />
          </p>
        </div>
      </SkeletonList>
    </Skeleton>
  </Section>
);

const ListFailed = () => (
  <Section>
    <Unavailable
      message="The other articles are not available right now."
      advice={
        <>
          You’ll find them on the <a href={toSitePath('/news')}>news page</a>.
        </>
      }
    />
  </Section>
);

/** Links to related articles, drawn as motorway exits. */
export const RelatedNews = part(
  'related news',
  { Fallback: ListSkeleton, Failed: ListFailed },
  async ({ slug }: { readonly slug: string }) => {
    const [post, titles] = await Promise.all([readPost(slug), listPostTitles()]);
    return post && <List posts={relatedPosts(post, titles)} />;
  },
);
