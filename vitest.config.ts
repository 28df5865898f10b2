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
    // Polls often wait for another process, which is slow on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    env: { LOG_LEVEL: 'silent' },
    // Many tests start server processes, so more workers would only slow each other down.
    maxWorkers: 2,
    projects: [
      // A process per file takes more than half of the time. tests/setup.ts separates the files from each other.
      project('unit', 10_000, { isolate: false }),
      project('integration', 30_000),
      project('faults', 30_000),
      project('contract', 180_000),
      project('webkit', 90_000),
    ],
  },
});
