import { defineConfig } from 'vitest/config';

const project = (name: string, testTimeout: number, { isolate = true } = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], testTimeout, hookTimeout: testTimeout, isolate },
});

export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server'] } },
  test: {
    setupFiles: ['tests/setup.ts'],
    // All time limits are generous, for a busy machine. A test that checks a duration measures it itself.
    expect: { poll: { timeout: 30_000 } },
    env: { LOG_LEVEL: 'silent' },
    // One more than the cores of a small machine, because many tests wait for a server process or a timeout.
    maxWorkers: 3,
    projects: [
      // Starting a process per file would take more than half of the time. tests/setup.ts isolates the files instead.
      project('unit', 60_000, { isolate: false }),
      project('integration', 90_000),
      project('faults', 90_000),
      project('contract', 240_000),
      project('webkit', 120_000),
    ],
  },
});
