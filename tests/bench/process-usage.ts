import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const CLOCK_TICKS_PER_S = 100;
const SETTLED_MS = 500;

/** User and system time in a `stat` file of `/proc`, in seconds. */
const cpuTimeIn = (file: string): number => {
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
};

/** CPU time of all threads of a process so far, in seconds. */
export const cpuTimeOf = (pid: number): number => cpuTimeIn(`/proc/${pid}/stat`);

/** CPU time of the main thread of a process so far, in seconds. */
export const mainThreadTimeOf = (pid: number): number => cpuTimeIn(`/proc/${pid}/task/${pid}/stat`);

/** Waits until a process has used no CPU time for half a second, so that work in the background is counted. */
export const waitUntilIdle = async (pid: number): Promise<void> => {
  for (let before = -1; before !== cpuTimeOf(pid); ) {
    before = cpuTimeOf(pid);
    await setTimeout(SETTLED_MS);
  }
};

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** The resident memory of a process, in MB. */
export const residentMemoryOf = (pid: number): number => statusOf(pid, 'VmRSS');

/** The largest resident memory of a process so far, in MB. */
export const peakMemoryOf = (pid: number): number => statusOf(pid, 'VmHWM');
