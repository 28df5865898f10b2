import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run bench:browser [-- first-use http://localhost:8080]`: runs all benchmarks with a browser, or one with its arguments, which the
 * comment at the top of its file describes.
 */
const BENCHMARKS = ['lighthouse', 'first-use', 'next-page', 'main-thread'];

const [selected, ...args] = process.argv.slice(2);
for (const name of selected === undefined ? BENCHMARKS : [selected]) {
  if (!BENCHMARKS.includes(name)) throw new Error(`"${name}" is none of the benchmarks ${BENCHMARKS.join(', ')}.`);
  console.log(`\n## ${name}`);
  const script = path.join(import.meta.dirname, `${name}.ts`);
  if (spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
