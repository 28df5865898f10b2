import 'server-only';

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The date of an instant at its own UTC offset: `2026-11-24T00:00:00+01:00` is 24 November 2026. */
export const Day = ({ instant, className }: { readonly instant: string; readonly className?: string | undefined }) => (
  <time dateTime={instant} className={className}>
    {dateFormat.format(new Date(instant.slice(0, 10)))}
  </time>
);
