const SAVED_AT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * `last saved 14:02`, with the date if that was not today; empty if `savedAt` is malformed.
 *
 * @param savedAt local time of WordPress without a zone, as its editors see it: `2026-11-22T14:02:00`.
 * @param today an ISO string in UTC. WordPress may use another time zone, so the comparison may be wrong near midnight.
 */
export const toLastSavedLabel = (savedAt: string, today = new Date().toISOString()): string => {
  const [date, , , , time] = SAVED_AT.exec(savedAt) ?? [];
  if (date === undefined || time === undefined) return '';
  const day = savedAt.slice(0, 10);
  return today.startsWith(day)
    ? `last saved ${time}`
    : `last saved on ${DAY.format(new Date(`${day}T00:00:00Z`))}, ${time}`;
};
