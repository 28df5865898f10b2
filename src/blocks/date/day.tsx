import 'server-only';

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The date of an instant in UTC. */
export const Day = ({ instant, className }: { readonly instant: string; readonly className?: string | undefined }) => (
  <time dateTime={instant} className={className}>
    {dateFormat.format(new Date(instant))}
  </time>
);
