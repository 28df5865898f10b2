import { defineConfig } from 'vitest/config';

/** By default one worker more than a small machine has cores, because many tests wait for a server process. */
const project = (name: string, testTimeout: number, { isolate = true, maxWorkers = 3, needsBuild = false } = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout,
    hookTimeout: testTimeout,
    isolate,
    maxWorkers,
    globalSetup: needsBuild ? ['tests/support/build-before-tests.ts'] : [],
    // Vitest runs projects with different numbers of workers one after the other.
    sequence: { groupOrder: maxWorkers },
  },
});

export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server'] } },
  test: {
    setupFiles: ['tests/setup.ts'],
    // All time limits are generous, for a busy machine. A test that checks a duration measures it itself.
    expect: { poll: { timeout: 30_000 } },
    env: { LOG_LEVEL: 'silent' },
    projects: [
      // Starting a process per file would take more than half of the time. tests/setup.ts isolates the files instead.
      project('unit', 60_000, { isolate: false }),
      project('integration', 90_000),
      project('faults', 90_000, { needsBuild: true }),
      // In CI the tests in Firefox and WebKitGTK run at the same time.
      project('contract', 240_000, { maxWorkers: 2, needsBuild: true }),
      project('webkit', 120_000, { needsBuild: true }),
    ],
  },
});
