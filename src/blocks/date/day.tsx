import 'server-only';

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The date of an instant in its own time zone, which is that of its suffix: `2026-11-24T00:00:00+01:00` is 24 November 2026. */
export const Day = ({ instant, className }: { readonly instant: string; readonly className?: string | undefined }) => (
  <time dateTime={instant} className={className}>
    {dateFormat.format(new Date(instant.slice(0, 10)))}
  </time>
);
