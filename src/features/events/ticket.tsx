import 'server-only';
import { formatDates } from '../../blocks/date/date-range.ts';
import type { Event } from '../../content/events.ts';
import styles from './ticket.module.css';
import { toBayNumber, toCityCode } from './ticket-facts.ts';

type TicketProps = {
  readonly event: Event;
  /** For past events: another colour and a punched hole. */
  readonly isUsed?: boolean;
};

/** Makes letters narrower, so that a long text has this width. */
const fitTo = (width: number) => ({ textLength: width, lengthAdjust: 'spacingAndGlyphs' }) as const;

/** The event drawn as a parking ticket with city, dates and booth. Decorative: the facts are repeated as text next to it. */
export const Ticket = ({ event, isUsed = false }: TicketProps) => {
  const bay = toBayNumber(event.booth) ?? (isUsed || event.booth ? null : 'to follow');

  return (
    <svg
      className={styles.ticket}
      viewBox="0 0 640 320"
      width="640"
      height="320"
      aria-hidden="true"
      data-print="outline"
      data-used={isUsed ? '' : undefined}
    >
      <path
        fill="var(--ticket)"
        d="M8 0H430a14 14 0 0 0 28 0H632a8 8 0 0 1 8 8V312a8 8 0 0 1-8 8H458a14 14 0 0 0-28 0H8a8 8 0 0 1-8-8V8A8 8 0 0 1 8 0z"
      />
      <path stroke="var(--tar)" strokeWidth="3" strokeDasharray="9 9" d="M444 26V298" />
      <rect fill="var(--tar)" x="28" y="28" width="44" height="44" rx="5" />
      <path fill="var(--ticket)" d="M41 36.500h7v27h-7z" />
      <circle fill="var(--ticket)" cx="53" cy="45.500" r="9" />
      <text className={styles.label} x="88" y="58" {...(event.city.length > 19 ? fitTo(284) : {})}>
        {event.city}
      </text>
      <text className={styles.code} x="20" y="224">
        {toCityCode(event.city)}
      </text>
      <text className={styles.dates} x="28" y="284">
        {formatDates(event, 'short')}
      </text>
      {bay && (
        <>
          <text className={styles.label} x="472" y="58">
            Bay
          </text>
          <text
            className={styles.bay}
            x="468"
            y="156"
            data-length={bay.length > 4 ? 'words' : bay.length > 2 ? 'long' : undefined}
            {...(bay.length === 4 ? fitTo(142) : {})}
          >
            {bay}
          </text>
        </>
      )}
      {/* A barcode. */}
      <path stroke="var(--tar)" strokeWidth="92" strokeDasharray="1.2 2.4 4.8 2.4 2.4 2.4 3.6 2.4" d="M472 242h140" />
      {isUsed && <circle fill="var(--chalk)" cx="402" cy="48" r="22" />}
    </svg>
  );
};
