import 'server-only';
import type { ReactNode } from 'react';
import { Band } from '../../blocks/band/band.tsx';
import grid from '../../blocks/band/columns.module.css';
import { Breadcrumb } from '../../blocks/breadcrumb/breadcrumb.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { ContentPicture } from '../../blocks/content-picture/content-picture.tsx';
import { formatDates, formatHours } from '../../blocks/date/date-range.ts';
import { Editable } from '../../blocks/editable/editable.tsx';
import { Gallery } from '../../blocks/gallery/gallery.tsx';
import { People } from '../../blocks/people/people.tsx';
import { RichText } from '../../blocks/rich-text/rich-text.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton, SkeletonBox, SkeletonLines } from '../../blocks/skeleton/skeleton.tsx';
import { SubpagesHero } from '../../blocks/subpages-hero/subpages-hero.tsx';
import { Timeline } from '../../blocks/timeline/timeline.tsx';
import { UnavailablePage } from '../../blocks/unavailable/unavailable.tsx';
import { type Event, hasRecap, readEvent } from '../../content/events.ts';
import { part } from '../../framework/index.ts';
import { StructuredData } from '../../site/structured-data.tsx';
import { toSitePath } from '../../site/urls.ts';
import styles from './event-details.module.css';
import { eventData } from './event-head.ts';
import { isPast } from './sort-events.ts';
import { Ticket } from './ticket.tsx';

type EventDetailsProps = {
  readonly event: Event;
  /** An ISO string in UTC. */
  readonly now: string;
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="label muted">{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);

const Facts = ({ event, isOver }: { readonly event: Event; readonly isOver: boolean }) => {
  const {
    opens,
    closes,
    zones: [openingZone, closingZone],
  } = formatHours(event);
  const hasEnd = event.endsAt !== event.startsAt;
  const places = [...new Set([event.venue, event.city, event.country])].filter(Boolean);
  const [place, ...around] = event.venue ? places : [places.join(', ')];
  const unknown = isOver ? 'None' : 'To follow';

  return (
    <dl className={styles.facts}>
      <Fact name={isOver ? 'Opened' : 'Opens'}>
        <time dateTime={event.startsAt}>{opens}</time>
        {(!hasEnd || openingZone !== closingZone) && <p className="note">{openingZone}</p>}
      </Fact>
      {hasEnd && (
        <Fact name={isOver ? 'Closed' : 'Closes'}>
          <time dateTime={event.endsAt}>{closes}</time>
          <p className="note">{closingZone}</p>
        </Fact>
      )}
      <Fact name="Place">
        {place || unknown}
        {around.length > 0 && <p className="note">{around.join(', ')}</p>}
      </Fact>
      <Fact name="Booth">{event.booth || unknown}</Fact>
    </dl>
  );
};

const Actions = ({ event }: { readonly event: Event }) => (
  <div className={`actions ${styles.actions}`} data-print="none">
    <Button href={`${toSitePath('/contact')}?event=${encodeURIComponent(event.slug)}#form`} hasArrow>
      Meet us there
    </Button>
    <Button href={toSitePath(`/events/${event.slug}.ics`)} variant="secondary">
      Add to calendar
    </Button>
  </div>
);

/** An event: ticket, description or recap, facts, programme, people and gallery. */
export const EventDetails = ({ event, now }: EventDetailsProps) => {
  const isOver = isPast(event, now);
  const isRecap = isOver && hasRecap(event);

  return (
    <>
      <SubpagesHero
        breadcrumb={<Breadcrumb crumbs={[{ label: 'Events', href: toSitePath('/events') }]} />}
        label={isRecap ? 'Recap' : 'Event'}
        headline={event.title}
        text={
          <>
            <p className={styles.dates}>
              <time dateTime={event.startsAt}>{formatDates(event)}</time>
            </p>
            {event.lead && <p>{event.lead}</p>}
          </>
        }
        image={<Ticket event={event} isUsed={isOver} />}
      >
        {!isOver && <Actions event={event} />}
      </SubpagesHero>
      <Band label={isRecap ? 'Recap' : 'About the event'}>
        <div className={`${grid.columns} ${styles.factsFirst}`}>
          <aside aria-label="Facts" className={styles.stub}>
            <Facts event={event} isOver={isOver} />
            <p className={styles.links}>
              {event.url && (
                <a href={event.url} rel="noopener">
                  The event’s site
                </a>
              )}
              {event.links.map(({ label, url }) => (
                <a key={`${label} ${url}`} href={url} rel="noopener">
                  {label}
                </a>
              ))}
              <a href={toSitePath('/events')}>All events</a>
            </p>
          </aside>
          <div className={styles.body}>
            {event.image && <ContentPicture image={event.image} sizes="(min-width: 60rem) 44rem, 100vw" />}
            <RichText html={isOver && event.recap !== '' ? event.recap : event.body} />
          </div>
        </div>
      </Band>
      {event.programme.length > 0 && (
        <Band labelledBy="programme">
          <SectionHead id="programme" label="Programme" headline="What happens when" />
          <Timeline entries={event.programme.map(({ time, ...entry }) => ({ ...entry, date: time }))} />
        </Band>
      )}
      {event.people.length > 0 && (
        <Band labelledBy="people" height="short">
          <SectionHead id="people" label="People" headline={isOver ? 'Who was there' : 'Who you’ll meet'} />
          <People people={event.people} />
        </Band>
      )}
      {event.gallery.length > 0 && (
        <Band labelledBy="gallery">
          <SectionHead id="gallery" label="Gallery" headline="At the booth" />
          <Gallery images={event.gallery} />
        </Band>
      )}
    </>
  );
};

const DetailsSkeleton = () => (
  <Skeleton>
    <SubpagesHero
      breadcrumb={<SkeletonLines isShort />}
      headline={<SkeletonLines count={2} />}
      text={<SkeletonLines count={3} />}
      image={<SkeletonBox width={640} height={320} />}
    />
    <Band label="About the event">
      <div className={`${grid.columns} ${styles.factsFirst}`}>
        <div className={styles.stub}>
          <SkeletonLines count={8} />
        </div>
        <div className={styles.body}>
          <SkeletonLines count={12} />
        </div>
      </div>
    </Band>
  </Skeleton>
);

type EventBySlugProps = {
  readonly slug: string;
  /** The title that is shown if the event cannot be. */
  readonly title: string;
};

/** The event with this slug. */
export const EventBySlug = part(
  'event',
  {
    Fallback: DetailsSkeleton,
    Failed: ({ title }: EventBySlugProps) => (
      <UnavailablePage title={title} message="The details of this event are not available right now." />
    ),
  },
  async ({ slug }: EventBySlugProps) => {
    const event = await readEvent(slug);
    if (event === null) throw new Error(`the event ${slug} cannot be read`);
    return (
      <>
        <StructuredData data={eventData(event)} />
        <Editable items={[`events/${event.id}`]}>
          <EventDetails event={event} now={new Date().toISOString()} />
        </Editable>
      </>
    );
  },
);
