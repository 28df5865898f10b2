// The worker is a separate file, because an inline worker needs `blob:` in the content security policy.
import workerUrl from 'altcha/workers/pbkdf2?url&no-inline';
import { type Challenge, solveChallengeWorkers } from 'altcha-lib';

const MAX_WORKERS = 4;
const REQUEST_TIMEOUT_MS = 10_000;
const SOLVING_TIMEOUT_MS = 60_000;

/**
 * Requests a challenge from the site and solves it in web workers, which takes a second or two. Returns the encoded
 * solution. It expires after an hour; the server then rejects it, and the form is sent again with a new one.
 *
 * @throws {Error} when there is no challenge, or this browser cannot solve it in time.
 */
export const solveChallenge = async (): Promise<string> => {
  const response = await fetch('/api/captcha/challenge', { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The captcha challenge failed with status ${response.status}.`);
  const challenge: Challenge = await response.json();
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: async () => new Worker(workerUrl),
    timeout: SOLVING_TIMEOUT_MS,
  });
  if (!solution) throw new Error('The captcha challenge was not solved in time.');
  return btoa(JSON.stringify({ challenge, solution }));
};
