import { buildIfNecessary } from './build-site.ts';

/** The global set-up of test projects that start the built site: their files run in parallel and must not build it at the same time. */
export default (): void => buildIfNecessary();
