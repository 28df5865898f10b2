import pLimit from 'p-limit';
import type { Service } from '../site-options.ts';

const STOP_TIMEOUT_MS = 2_000;

/**
 * Runs the background services of the site in the development server, where an edit may replace any of them.
 *
 * @returns a function that takes the current services, stops those that were replaced and then starts the new ones. Its
 *   calls run one after another.
 */
export const createServiceRunner = () => {
  const oneAtATime = pLimit(1);
  let running: readonly Service[] = [];

  return (services: readonly Service[]): Promise<void> =>
    oneAtATime(async () => {
      const stopped = running.filter((service) => !services.includes(service));
      const started = services.filter((service) => !running.includes(service));
      running = services;
      await Promise.all(stopped.map(({ stop }) => stop(STOP_TIMEOUT_MS)));
      await Promise.all(started.map(({ start }) => start()));
    }).catch((error) => console.error(error));
};
