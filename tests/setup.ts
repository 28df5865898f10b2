import { vi } from 'vitest';

// The package throws wherever the bundler does not replace it; under the test runner every module is a server module.
vi.mock('server-only', () => ({}));
