/**
 * The framework's functions for client components and scripts of a site, without React. `boot.ts` and
 * `components/index.ts` are entries of their own: modules that share a barrel with the boot script would be loaded with
 * it or split it into chunks.
 */
export { replaceUrl } from './components/shown-page.ts';
export { loadDocument } from './document-navigation.ts';
export { closestOf, isModifiedClick, whenIdle } from './dom.ts';
export { loadForFirstUse, loadForUse } from './first-use.ts';
