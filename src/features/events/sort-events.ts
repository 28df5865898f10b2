type Timed = { readonly startsAt: string; readonly endsAt: string };

/** Whether the event is over. `now` is an ISO string in UTC. */
export const isPast = ({ endsAt }: Timed, now: string): boolean => endsAt <= now;

/** Splits events into upcoming (including running) ones, the next first, and past ones, the latest first. */
export const sortEvents = <Known extends Timed>(
  events: readonly Known[],
  now: string,
): { readonly upcoming: readonly Known[]; readonly past: readonly Known[] } => {
  const byStart = events.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  return {
    upcoming: byStart.filter((event) => !isPast(event, now)),
    past: byStart.filter((event) => isPast(event, now)).toReversed(),
  };
};
