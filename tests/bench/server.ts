import { cpus } from 'node:os';
import { measureColdPages } from './cold.ts';
import { measureHits } from './hits.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { measureLoad } from './load.ts';
import { LOAD_GENERATOR, type Sampling } from './load-generator.ts';
import { measureMemory } from './memory.ts';

/**
 * `npm run bench:server [-- hits cold load memory]`: measures the built site and prints tables. The server is pinned to one CPU core and the load generator to
 * another. Servers that are compared are measured alternately, so that changes in the speed of the machine affect all of them.
 */
const sampling = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 3),
};

const benchmarks: Readonly<Record<string, (sampling: Sampling) => Promise<void>>> = {
  hits: measureHits,
  cold: measureColdPages,
  load: measureLoad,
  memory: measureMemory,
};
const selected = process.argv.slice(2);
await requireIdleMachine();
console.log(
  `${cpus()[0]?.model}, Node.js ${process.version}; medians of ${sampling.rounds} rounds of ${sampling.seconds} s with the smallest and largest value, load by ${LOAD_GENERATOR}`,
);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (selected.length === 0 || selected.includes(name)) await measure(sampling);
}
