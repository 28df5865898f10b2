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

/** The largest offset of a time zone from UTC. */
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
 * Adds the UTC offset of WordPress to an instant: `2026-11-24T00:00:00+01:00`. Its date is then the one that editors see in WordPress, which
 * sends the offset only as the difference between two fields.
 *
 * @param instant an ISO string in UTC.
 * @param local the same instant in the time zone of WordPress, without a suffix. If it cannot be that, `instant` is returned unchanged.
 */
export const withOffset = (instant: string, local: string): string => {
  const localAsUtc = toInstant(local, 'UTC');
  if (localAsUtc === null || localAsUtc === instant) return instant;
  const minutes = (Date.parse(localAsUtc) - Date.parse(instant)) / 60_000;
  const size = Math.abs(minutes);
  if (!Number.isInteger(minutes) || size > MAX_OFFSET_MIN) return instant;
  const offset = new Temporal.PlainTime().add({ minutes: size }).toString({ smallestUnit: 'minute' });
  return `${localAsUtc.slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`;
};

/** Converts an ISO string in UTC to the local time in a time zone, with its UTC offset: `2026-12-24T09:00:00+11:00`. */
export const toLocalTime = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });

/** WordPress's `date_gmt` and `modified_gmt`, which are UTC without a zone suffix, as an ISO string in UTC. */
export const GmtInstant = z
  .string()
  .transform((text) => toInstant(text, 'UTC'))
  .pipe(z.string({ error: 'expected a date' }));
