import 'server-only';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Longer than any attempt can take. */
const MAX_LEASE_MS = 15 * 60 * 1000;

const SEPARATOR = '~';
const leasesOfThisProcess = new Set<string>();

/**
 * A unique name for one outbox of one process, for use in file names. The process id alone is not unique: in containers that share
 * a volume every process has the id 1, also after a restart.
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
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether the holder of a lease of this age may still be running. Leases of other machines end by age only. */
export const isLeaseAlive = (lease: string, ageMs: number): boolean => {
  if (ageMs >= MAX_LEASE_MS) return false;
  const [host, pid = '', token = ''] = lease.split(SEPARATOR);
  if (host !== hostname()) return true;
  return Number(pid) === process.pid ? leasesOfThisProcess.has(token) : isRunning(Number(pid));
};
