import 'server-only';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Whether the name is an IANA time zone that the runtime supports. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

/** No time zone is further from UTC. */
const MAX_OFFSET_MIN = 14 * 60;

const LOCAL = /^\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/**
 * Converts a local date and time (`2026-11-24 09:00:00`) in an IANA time zone to an ISO string in UTC. A time skipped by a
 * clock change is moved forward by the gap; of a time that occurs twice, the first is used. Null if it is not a date.
 */
export const toInstant = (local: string, timeZone: string): string | null => {
  const text = local.trim();
  if (!LOCAL.test(text)) return null;
  try {
    return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  } catch {
    return null;
  }
};

/**
 * An instant with the offset of the time zone that is set in WordPress, `2026-11-24T00:00:00+01:00`, so that the day is the one that its
 * editors chose. WordPress sends the zone of a date only as the difference between two fields.
 *
 * @param instant an ISO string in UTC.
 * @param local the same instant in the time zone of WordPress, without a suffix; with anything else, the result is `instant`.
 */
export const withOffset = (instant: string, local: string): string => {
  const localAsUtc = toInstant(local, 'UTC');
  if (localAsUtc === null || localAsUtc === instant) return instant;
  const minutes = (Date.parse(localAsUtc) - Date.parse(instant)) / 60_000;
  const size = Math.abs(minutes);
  if (!Number.isInteger(minutes) || size > MAX_OFFSET_MIN) return instant;
  const format = (value: number) => String(value).padStart(2, '0');
  return `${localAsUtc.slice(0, 19)}${minutes < 0 ? '-' : '+'}${format(Math.floor(size / 60))}:${format(size % 60)}`;
};

/** WordPress's `date_gmt` and `modified_gmt`, which are UTC without a zone suffix, as an ISO string in UTC. */
export const GmtInstant = z
  .string()
  .transform((text) => toInstant(text, 'UTC'))
  .pipe(z.string({ error: 'expected a date' }));
