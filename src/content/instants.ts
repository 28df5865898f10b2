import 'server-only';
import { z } from 'zod';

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
};

/** The UTC offset of a time zone at an instant, in milliseconds. */
const offsetAt = (instant: number, timeZone: string): number => {
  const name =
    formatOf(timeZone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ahead : ahead;
};

/** Whether the name is an IANA time zone that the runtime supports. */
export const isTimeZone = (name: string): boolean => {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
};

const LOCAL = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Converts a local date and time (`2026-11-24 09:00:00`) in an IANA time zone to an ISO string in UTC. A time skipped by a
 * clock change is moved forward by the gap; of a time that occurs twice, the first is used. Null if it is not a date.
 */
export const toInstant = (local: string, timeZone: string): string | null => {
  const match = LOCAL.exec(local.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(asUtc);
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day || read.getUTCHours() !== hour) return null;

  const before = offsetAt(asUtc - DAY, timeZone);
  const candidates = [before, offsetAt(asUtc + DAY, timeZone)].map((offset) => asUtc - offset);
  const real = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return new Date(real.length > 0 ? Math.min(...real) : asUtc - before).toISOString();
};

/** WordPress's `date_gmt` and `modified_gmt`, which are UTC without a zone suffix, as an ISO string in UTC. */
export const GmtInstant = z
  .string()
  .transform((text) => toInstant(text, 'UTC'))
  .pipe(z.string({ error: 'expected a date' }));
