import path from 'node:path';

export const MINIMAL_PORT = Number(process.env.E2E_PORT ?? 8491);
/** Where the development server serves the same site. */
export const DEVELOPMENT_PORT = MINIMAL_PORT + 1;

export const MINIMAL_FOLDER = path.resolve(import.meta.dirname, '../fixtures/minimal');
