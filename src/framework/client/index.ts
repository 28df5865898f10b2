/**
 * The framework's functions for the site's browser code, without React. The browser entry imports `boot` directly from
 * `boot.ts`. `boot` loads React at the visitor's first intent, replays a click from before hydration, and reloads the
 * page if a chunk of an old build is gone. React components for pages are in `components/`, which has its own
 * `index.ts`, because the boot script must not wait for React.
 */
export { loadDocument } from './document-navigation.ts';
export { closestOf, isModifiedClick, whenIdle } from './dom.ts';
export { loadForFirstUse } from './first-use.ts';
