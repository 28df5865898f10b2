import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Day } from '../../blocks/date/day.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { listPostTitles, type PostTitle } from '../../content/posts.ts';
import { part } from '../../framework/render/index.ts';
import { toSitePath } from '../../site/urls.ts';
import { relatedPosts } from './news-page.ts';
import styles from './related-news.module.css';

const List = ({ posts }: { readonly posts: readonly PostTitle[] }) =>
  posts.length > 0 && (
    <Band surface="asphalt" labelledBy="related-news" spacing="tight">
      <SectionHead id="related-news" headline="Next exits" label="More news" />
      <ul className={styles.list}>
        {posts.map(({ id, slug, title, date }) => (
          <li key={id} className={styles.item}>
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
    </Band>
  );

/** Links to related articles, drawn as motorway exits. */
export const RelatedNews = part(
  'related news',
  { Fallback: () => <Skeleton size="hero" />, Failed: () => <UnavailableSection what="More news are" /> },
  async ({ post }: { readonly post: PostTitle }) => <List posts={relatedPosts(post, await listPostTitles())} />,
);
