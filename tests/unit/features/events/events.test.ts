import { describe, expect, test } from 'vitest';
import { formatDates, formatHours } from '../../../../src/blocks/date/date-range.ts';
import { isPast, sortEvents } from '../../../../src/features/events/sort-events.ts';
import { toBayNumber, toCityCode } from '../../../../src/features/events/ticket-facts.ts';

const span = (startsAt: string, endsAt: string, timeZone = 'Europe/Berlin') => ({ startsAt, endsAt, timeZone });

describe('the dates of an event', () => {
  test('dates name the month or the year once, if both days share it', () => {
    expect(formatDates(span('2026-11-26T08:30:00Z', '2026-11-27T13:00:00Z'))).toBe('26–27 November 2026');
    expect(formatDates(span('2026-11-30T08:00:00Z', '2026-12-01T16:00:00Z'))).toBe('30 November – 1 December 2026');
    expect(formatDates(span('2026-12-31T08:00:00Z', '2027-01-01T16:00:00Z'))).toBe('31 December 2026 – 1 January 2027');
    expect(formatDates(span('2026-11-26T08:00:00Z', '2026-11-26T16:00:00Z'))).toBe('26 November 2026');
  });

  test('dates are in the time zone of the venue', () => {
    const evening = span('2026-10-20T23:30:00Z', '2026-10-21T01:00:00Z', 'America/Toronto');
    const morning = span('2026-08-24T22:00:00Z', '2026-08-25T09:00:00Z', 'Asia/Singapore');

    expect(formatDates(evening)).toBe('20 October 2026');
    expect(formatDates(morning)).toBe('25 August 2026');
  });
});

describe('the hours of an event', () => {
  test('hours are in local time and include the name of the time zone', () => {
    expect(formatHours(span('2027-02-09T06:00:00Z', '2027-02-10T14:00:00Z', 'Asia/Dubai'))).toEqual({
      opens: 'Tuesday 9 February, 10:00',
      closes: 'Wednesday 10 February, 18:00',
      zones: ['Gulf Standard Time', 'Gulf Standard Time'],
    });
  });

  test('a one-day event names the day once', () => {
    expect(formatHours(span('2026-11-26T08:00:00Z', '2026-11-26T16:00:00Z')).closes).toBe('17:00');
  });
});

describe('the order of events', () => {
  const event = (name: string, startsAt: string, endsAt: string) => ({ name, startsAt, endsAt });
  const now = '2026-11-21T12:00:00.000Z';
  const events = [
    event('next year', '2027-02-09T06:00:00.000Z', '2027-02-10T14:00:00.000Z'),
    event('last spring', '2026-05-19T07:00:00.000Z', '2026-05-20T16:00:00.000Z'),
    event('running', '2026-11-20T08:00:00.000Z', '2026-11-21T12:00:01.000Z'),
    event('ends now', '2026-11-20T08:00:00.000Z', '2026-11-21T12:00:00.000Z'),
    event('next week', '2026-11-26T08:30:00.000Z', '2026-11-27T13:00:00.000Z'),
  ];

  test('upcoming events, running ones included, are sorted soonest first, past ones latest first', () => {
    const { upcoming, past } = sortEvents(events, now);

    expect(upcoming.map(({ name }) => name)).toEqual(['running', 'next week', 'next year']);
    expect(past.map(({ name }) => name)).toEqual(['ends now', 'last spring']);
    expect(isPast(event('', now, now), now)).toBe(true);
  });
});

describe('a ticket', () => {
  test('its city code has three letters without accents', () => {
    expect(toCityCode('Zürich')).toBe('ZUR');
    expect(toCityCode('St. Gallen')).toBe('STG');
    expect(toCityCode('')).toBe('');
    expect([toCityCode('Dublin'), toCityCode('Dubai')]).toEqual(['DUB', 'DXB']);
  });

  test.each([
    ['Bay 108', '108'],
    ['Hall 11.2, A14', '14'],
    ['Stand C', null],
    ['', null],
  ])('its bay number is the last number in the name of the booth: “%s”', (booth, bay) => {
    expect(toBayNumber(booth)).toBe(bay);
  });
});
