/**
 * Builds a Waku site that uses the framework: the Vite plugin, the prerendering of every page that is known at build
 * time, and the compression of the files. This module is what
 * `waku.config.ts` uses. `waku build` writes `dist/serve-node.js`, which `npm start` and `waku start` run.
 */
export { siteFramework } from './vite-plugin.ts';
