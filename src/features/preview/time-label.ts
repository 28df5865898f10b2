import type { PreviewState } from '../../content/draft-source.ts';

const SAVED_AT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * `last saved 14:02`, with the date if that was not today; of changes that are not published `as of 14:02, not published`, because
 * WordPress stores them without saving. Empty if the time is malformed.
 *
 * @param state `savedAt` is local time of WordPress, as its editors see it, without a zone: `2026-11-22T14:02:00`.
 * @param today an ISO string in UTC. WordPress may use another time zone, so the comparison may be wrong near midnight.
 */
export const toTimeLabel = ({ kind, savedAt }: PreviewState, today = new Date().toISOString()): string => {
  const [date, , , , time] = SAVED_AT.exec(savedAt) ?? [];
  if (date === undefined || time === undefined) return '';
  const day = savedAt.slice(0, 10);
  const isToday = today.startsWith(day);
  const moment = isToday ? time : `${DAY.format(new Date(`${day}T00:00:00Z`))}, ${time}`;
  if (kind === 'unsaved') return `as of ${moment}, not published`;
  return isToday ? `last saved ${moment}` : `last saved on ${moment}`;
};
