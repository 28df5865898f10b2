import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import { ContentPicture } from '../../blocks/content-picture/content-picture.tsx';
import { Editable } from '../../blocks/editable/editable.tsx';
import { RichText } from '../../blocks/rich-text/rich-text.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { Unavailable } from '../../blocks/unavailable/unavailable.tsx';
import { readHomepage, type Testimonial } from '../../content/homepage.ts';
import { type SafeHtml, toPlainText } from '../../content/safe-html.ts';
import { part } from '../../framework/index.ts';
import { ScrollButtons } from './scroll-buttons.client.tsx';
import styles from './testimonials.module.css';

/** Longer quotations get wider tickets, so that all have about the same height. */
const toSize = (quote: SafeHtml): 'short' | 'medium' | 'long' => {
  const { length } = toPlainText(quote);
  return length < 140 ? 'short' : length < 260 ? 'medium' : 'long';
};

const Section = async ({ children }: { readonly children: ReactNode }) => (
  <Band surface="asphalt" labelledBy="testimonials" width="full" height="medium">
    <div className={`container ${styles.head}`}>
      <SectionHead
        id="testimonials"
        bay="P5"
        label="TESTIMONIALS"
        headline={(await readHomepage.briefly()).texts.headlines.testimonials}
      />
    </div>
    {children}
  </Band>
);

const List = ({ testimonials }: { readonly testimonials: readonly Testimonial[] }) =>
  testimonials.length > 0 && (
    <Section>
      <ScrollButtons classNames={{ buttons: styles.buttons, button: styles.button }} listId="testimonial-list">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard */}
        <ul id="testimonial-list" className={styles.lane} tabIndex={0} aria-labelledby="testimonials" data-print="grid">
          {testimonials.map(({ quote, name, role, image }, index) => (
            <li key={name} className={styles.ticket} data-size={toSize(quote)}>
              <figure className={styles.figure}>
                <blockquote className={styles.quote}>
                  <RichText html={quote} />
                </blockquote>
                <figcaption className={styles.source}>
                  {image && <ContentPicture image={{ ...image, alt: '' }} sizes="3rem" className={styles.portrait} />}
                  <strong>{name}</strong>
                  <span>{role}</span>
                  <span className={styles.number} aria-hidden="true">
                    {index + 1}/{testimonials.length}
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </ScrollButtons>
    </Section>
  );

const ListSkeleton = () => (
  <Section>
    <Skeleton className={styles.lane}>
      <SkeletonList count={4}>
        <div className={styles.ticket}>
          <div className={styles.figure}>
            <div className={styles.quote}>
              <SkeletonLines count={7} />
            </div>
            <div className={styles.source}>
              <SkeletonLines isShort />
            </div>
          </div>
        </div>
      </SkeletonList>
    </Skeleton>
  </Section>
);

const ListFailed = () => (
  <Section>
    <div className="container">
      <Unavailable message="Their words are not available right now." />
    </div>
  </Section>
);

/** Testimonials as a horizontally scrolling list of tickets. */
export const HomeTestimonials = part('testimonials', { Fallback: ListSkeleton, Failed: ListFailed }, async () => (
  <Editable items={['homepage']}>
    <List testimonials={(await readHomepage()).testimonials} />
  </Editable>
));
