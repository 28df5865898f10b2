import path from 'node:path';

export const MINIMAL_PORT = Number(process.env.E2E_PORT ?? 8491);
export const FAILING_PORT = MINIMAL_PORT + 1;
/** Where the development server serves the failing site. */
export const DEVELOPMENT_PORT = MINIMAL_PORT + 2;

/** The folder of a fixture site. */
export const fixtureFolder = (name: string): string => path.resolve(import.meta.dirname, '../fixtures', name);
