import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { formatDates } from '../../blocks/date/date-range.ts';
import { Editable, editable } from '../../blocks/editable/editable.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton, SkeletonBox, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { WholeLink } from '../../blocks/whole-link/whole-link.tsx';
import { type Event, listEvents } from '../../content/events.ts';
import { readSite } from '../../content/site.ts';
import { part } from '../../framework/index.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './event-list.module.css';
import { sortEvents } from './sort-events.ts';
import { Ticket } from './ticket.tsx';
import { toCityCode } from './ticket-facts.ts';

type EventListProps = {
  readonly events: readonly Event[];
  /** An ISO string in UTC. */
  readonly now: string;
};

const formatLocation = ({ booth, venue, city, country }: Event): string =>
  [...new Set([booth, venue, city, country])].filter(Boolean).join(', ');

type WordsProps = {
  readonly event: Event;
  /** Empty if it is not known. */
  readonly location: string;
  readonly titleClass: string | undefined;
  readonly summaryClass: string | undefined;
};

const Words = ({ event, location, titleClass, summaryClass }: WordsProps) => (
  <div className={styles.words}>
    <p>
      <time dateTime={event.startsAt} className={styles.dates}>
        {formatDates(event)}
      </time>
    </p>
    <h3 className={titleClass}>
      <WholeLink href={toSitePath(`/events/${event.slug}`)}>{event.title}</WholeLink>
    </h3>
    {event.summary && <p className={summaryClass}>{event.summary}</p>}
    {location && <p className="note">{location}</p>}
  </div>
);

const Upcoming = ({ event }: { readonly event: Event }) => (
  <li className={styles.upcoming} {...editable(`events/${event.id}`)}>
    <article className={styles.entry}>
      <Words
        event={event}
        location={formatLocation(event) || 'Place to follow'}
        titleClass={styles.title}
        summaryClass={styles.summary}
      />
      <div className={styles.ticket}>
        <Ticket event={event} />
      </div>
    </article>
  </li>
);

const Past = ({ event }: { readonly event: Event }) => (
  <li className={styles.past} {...editable(`events/${event.id}`)}>
    <span className={styles.code} aria-hidden="true">
      {toCityCode(event.city)}
    </span>
    <Words event={event} location={formatLocation(event)} titleClass="h4" summaryClass="muted" />
  </li>
);

const List = async ({ events, now }: EventListProps) => {
  const texts = (await readSite.briefly()).eventList;
  const { upcoming, past } = sortEvents(events, now);

  return (
    <>
      <Band labelledBy="upcoming">
        <SectionHead
          id="upcoming"
          label="Upcoming"
          headline={upcoming.length > 0 ? texts.upcoming : texts.none}
          text={upcoming.length === 0 && texts.none_text}
        />
        {upcoming.length > 0 && (
          <ol className={styles.list}>
            {upcoming.map((event) => (
              <Upcoming key={event.id} event={event} />
            ))}
          </ol>
        )}
      </Band>
      {past.length > 0 && (
        <Band surface="asphalt" labelledBy="past">
          <SectionHead id="past" label="Past" headline={texts.past} />
          <ol className={styles.stubs}>
            {past.map((event) => (
              <Past key={event.id} event={event} />
            ))}
          </ol>
        </Band>
      )}
    </>
  );
};

const ListSkeleton = () => (
  <Band label="Upcoming">
    <Skeleton>
      <SectionHead id="upcoming" label="Upcoming" headline={<SkeletonLines />} />
      <div className={styles.list}>
        <SkeletonList count={4}>
          <div className={styles.upcoming}>
            <div className={styles.entry}>
              <div className={styles.words}>
                <p className={styles.dates}>
                  <SkeletonLines isShort />
                </p>
                <p className={styles.title}>
                  <SkeletonLines count={2} />
                </p>
                <p className={styles.summary}>
                  <SkeletonLines count={2} />
                </p>
              </div>
              <div className={styles.ticket}>
                <SkeletonBox width={640} height={320} />
              </div>
            </div>
          </div>
        </SkeletonList>
      </div>
    </Skeleton>
  </Band>
);

/** Upcoming events as tickets, and below them past events. */
export const EventList = part(
  'events',
  {
    Fallback: ListSkeleton,
    Failed: () => <UnavailableSection message="Our dates are not available right now." />,
  },
  async () => (
    <Editable items={['site/event_list']}>
      <List events={await listEvents()} now={new Date().toISOString()} />
    </Editable>
  ),
);
