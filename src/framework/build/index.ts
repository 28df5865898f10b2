/**
 * Builds a Waku site that uses the framework: the Vite plugin, the prerendering of every page that is known at build
 * time, and the compression of the files. `build.ts` and `serve.js` are the programs behind `npm run build` and `npm
 * start`; this module is what `waku.config.ts` uses.
 */
export { BUILD_DIRECTORY } from './build-directory.ts';
export { siteFramework } from './vite-plugin.ts';
