import { expect, test } from 'vitest';
import { Day } from '../../../src/blocks/date/day.tsx';

test.each(['2026-11-24T00:00:00+01:00', '2026-11-24T23:30:00-05:00', '2026-11-24T12:00:00.000Z'])(
  'the date of %s is the one at its own UTC offset',
  (instant) => {
    expect(Day({ instant })).toMatchObject({
      type: 'time',
      props: { dateTime: instant, children: '24 November 2026' },
    });
  },
);
