type Timed = { readonly startsAt: string; readonly endsAt: string };

/** Whether the last door has closed. `now` is an ISO string in UTC. */
export const isPast = ({ endsAt }: Timed, now: string): boolean => endsAt <= now;

/** What is still to come, the nearest first (an event goes on until it ends), and what is over, the latest first. */
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
