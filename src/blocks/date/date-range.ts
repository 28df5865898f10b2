type Span = {
  /** ISO strings in UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** IANA name of the time zone at the venue. */
  readonly timeZone: string;
};

const toDates = ({ startsAt, endsAt }: Span) => [new Date(startsAt), new Date(endsAt)] as const;

/** `26–27 November 2026`: the days of an event in local time. */
export const formatDates = (span: Span, month: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, year: 'numeric', timeZone: span.timeZone })
    .formatRange(...toDates(span))
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (?=\d)/, '$1–');

type Hours = {
  readonly opens: string;
  readonly closes: string;
  /** The names of the time zone at both times; they differ if the clocks change in between. */
  readonly zones: readonly [opening: string, closing: string];
};

/** The hours of an event in local time, `Thursday 26 November, 09:30`. If the event lasts one day, `closes` is only the time. */
export const formatHours = (span: Span): Hours => {
  const [start, end] = toDates(span);
  const dayFormat = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: span.timeZone,
  });
  const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: span.timeZone });
  const zoneFormat = new Intl.DateTimeFormat('en-GB', { timeZone: span.timeZone, timeZoneName: 'long' });
  const formatInstant = (instant: Date) =>
    `${dayFormat.format(instant).replace(',', '')}, ${timeFormat.format(instant)}`;
  const zoneAt = (instant: Date): string =>
    zoneFormat.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? span.timeZone;
  const isOneDay = dayFormat.format(start) === dayFormat.format(end);
  return {
    opens: formatInstant(start),
    closes: isOneDay ? timeFormat.format(end) : formatInstant(end),
    zones: [zoneAt(start), zoneAt(end)],
  };
};
