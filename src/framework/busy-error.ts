import 'server-only';

/** The server has too much to do. `createSite` responds with 503 and `Retry-After`. */
export class BusyError extends Error {}
