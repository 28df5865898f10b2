import { defineConfig } from 'vitest/config';

const project = (name: string, testTimeout: number) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], testTimeout, hookTimeout: testTimeout },
});

export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server'] } },
  test: {
    setupFiles: ['tests/setup.ts'],
    // What another process does takes its time on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    env: { LOG_LEVEL: 'silent' },
    // Most of what is tested waits for a process or a disk.
    maxWorkers: 2,
    projects: [
      project('unit', 10_000),
      project('integration', 30_000),
      project('faults', 30_000),
      project('contract', 180_000),
    ],
  },
});
