import 'server-only';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Longer than any attempt can take: who claims a mail for longer does not exist any more. */
const LONGEST_CLAIM_MS = 15 * 60 * 1000;

const SEPARATOR = '~';
const leasesOfThisProcess = new Set<string>();

/**
 * A name for one outbox of one process, for use in file names. The number of the process alone does not tell: in
 * containers that share a volume every process is the first one, and so is its successor.
 */
export const createLease = (): string => {
  const token = randomUUID();
  leasesOfThisProcess.add(token);
  return [hostname(), process.pid, token].join(SEPARATOR);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether a claim of this age still counts. The processes of other machines cannot be asked: theirs end by age. */
export const isLeaseAlive = (lease: string, ageMs: number): boolean => {
  if (ageMs >= LONGEST_CLAIM_MS) return false;
  const [host, pid = '', token = ''] = lease.split(SEPARATOR);
  if (host !== hostname()) return true;
  return Number(pid) === process.pid ? leasesOfThisProcess.has(token) : isRunning(Number(pid));
};
