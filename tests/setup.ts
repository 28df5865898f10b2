import { vi } from 'vitest';
import { log } from '../src/framework/log.ts';

// The package throws wherever the bundler does not replace it; under the test runner every module is a server module.
vi.mock('server-only', () => ({}));

// In a site, `createSite` sets the level.
log.level = 'silent';
