import { cpus } from 'node:os';
import { measureColdPages } from './cold.ts';
import { measureHits } from './hits.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { measureLoad } from './load.ts';
import { measureMemory } from './memory.ts';

/**
 * `npm run bench:server [-- hits cold load memory]`: measures the built site and prints tables. The server is pinned to one CPU core and
 * the load generator to another.
 */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  hits: measureHits,
  cold: measureColdPages,
  load: measureLoad,
  memory: measureMemory,
};
const selected = process.argv.slice(2);
await requireIdleMachine();
console.log(`${cpus()[0]?.model}, Node.js ${process.version}`);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (selected.length === 0 || selected.includes(name)) await measure();
}
