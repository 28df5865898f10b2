import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_S = 100;

/** CPU time of all threads of a process so far, user and system, in seconds. */
export const cpuTimeOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
};

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** The resident memory of a process, in MB. */
export const residentMemoryOf = (pid: number): number => statusOf(pid, 'VmRSS');

/** The largest resident memory of a process so far, in MB. */
export const peakMemoryOf = (pid: number): number => statusOf(pid, 'VmHWM');
