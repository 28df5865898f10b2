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

/** WordPress's `date_gmt` and `modified_gmt`, which are UTC without a zone suffix, as an ISO string in UTC. */
export const GmtInstant = z
  .string()
  .transform((text) => toInstant(text, 'UTC'))
  .pipe(z.string({ error: 'expected a date' }));
