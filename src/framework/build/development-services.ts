/** The same as `Service` in `site-options.ts`. */
export type DevelopmentService = {
  readonly start: () => Promise<void>;
  readonly stop: (limitMs: number) => Promise<void>;
};

const STOP_TIMEOUT_MS = 2_000;

/**
 * Runs the background services of the site in the development server, where an edit may replace any of them.
 *
 * @returns a function that takes the current services, stops those that were replaced and then starts the new ones. Its
 *   calls run one after another.
 */
export const createServiceRunner = () => {
  let running: readonly DevelopmentService[] = [];
  let lastChange: Promise<unknown> = Promise.resolve();

  return (services: readonly DevelopmentService[]): Promise<unknown> => {
    const stopped = running.filter((service) => !services.includes(service));
    const started = services.filter((service) => !running.includes(service));
    running = services;
    if (stopped.length + started.length === 0) return lastChange;
    lastChange = lastChange
      .then(() => Promise.all(stopped.map(({ stop }) => stop(STOP_TIMEOUT_MS))))
      .then(() => Promise.all(started.map(({ start }) => start())))
      .catch((error) => console.error(error));
    return lastChange;
  };
};
