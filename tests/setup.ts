import { vi } from 'vitest';
import { log } from '../src/framework/log.ts';

// The package throws unless a bundler replaces it. In tests every module is a server module.
vi.mock('server-only', () => ({}));

// In a site, `createSite` sets the level.
log.level = 'silent';
