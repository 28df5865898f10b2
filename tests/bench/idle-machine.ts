import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';

const OBSERVED_MS = 2_000;
/** In CPU cores. */
const MAX_OTHER_LOAD = 0.2;

const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/**
 * Exits if other processes use the machine, because they change every figure. `BENCH_BUSY=1` measures anyway and prints the load.
 */
export const requireIdleMachine = async (): Promise<void> => {
  const before = busyMs();
  await setTimeout(OBSERVED_MS);
  const cores = (busyMs() - before) / OBSERVED_MS;
  const message = `Other processes use ${cores.toFixed(1)} of ${cpus().length} cores`;
  if (cores <= MAX_OTHER_LOAD) return;
  if (process.env.BENCH_BUSY === '1') {
    console.log(`${message}: compare ratios and CPU times only.`);
    return;
  }
  console.error(`${message}. Stop them, or measure anyway with BENCH_BUSY=1.`);
  process.exit(1);
};
