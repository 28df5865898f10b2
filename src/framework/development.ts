import 'server-only';
import pLimit from 'p-limit';
import type { Service } from './site-options.ts';

/** What the development server sends when a file of the content changes. */
export const CONTENT_CHANGED = 'framework:content-changed';

const STOP_TIMEOUT_MS = 2_000;
const oneAtATime = pLimit(1);
let running: readonly Service[] = [];

/**
 * Runs the background services of a site in the development server, where an edit may replace any of them: stops those
 * that were replaced, and then starts the new ones. Calls run one after another.
 */
export const runServices = (services: readonly Service[]): Promise<void> =>
  oneAtATime(async () => {
    const stopped = running.filter((service) => !services.includes(service));
    const started = services.filter((service) => !running.includes(service));
    running = services;
    await Promise.all(stopped.map(({ stop }) => stop(STOP_TIMEOUT_MS)));
    await Promise.all(started.map(({ start }) => start()));
  });
