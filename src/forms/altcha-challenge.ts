// The worker as a file of ours: an inline one would need `blob:` in the content security policy.
import workerUrl from 'altcha/workers/pbkdf2?url&no-inline';
import { solveChallengeWorkers } from 'altcha-lib';
import * as z from 'zod/mini';

const MAX_WORKERS = 4;
const SOLVING_MS = 60_000;
/** A task is valid for an hour; one that is nearly over is not used. */
const USABLE_MS = 55 * 60_000;

const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.number(),
    expiresAt: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

export type SolvedTask = { readonly token: string; readonly usableUntil: number };

/**
 * Asks the site for a task and solves it beside the page, in a second or two.
 *
 * @throws {Error} when there is no task, or this browser cannot solve it.
 */
export const solveTask = async (): Promise<SolvedTask> => {
  const response = await fetch('/api/captcha/challenge', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`There is no task: ${response.status}.`);
  const challenge = Challenge.parse(await response.json());
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: async () => new Worker(workerUrl),
    timeout: SOLVING_MS,
  });
  if (!solution) throw new Error('The task was not solved in time.');
  return { token: btoa(JSON.stringify({ challenge, solution })), usableUntil: Date.now() + USABLE_MS };
};
