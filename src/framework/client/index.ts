/**
 * The framework's functions for the site's browser code, without React. The browser entry imports `boot` directly from
 * `boot.ts`. `boot` loads React at the visitor's first intent, replays a click from before hydration, and reloads the
 * page if a chunk of an old build is gone. React components for pages are in `components/`, which has its own
 * `index.ts`, because the boot script must not wait for React.
 */
export { closestOf } from './closest.ts';
export { loadForFirstUse } from './first-use.ts';
export { whenIdle } from './idle.ts';
export { loadDocument } from './load-document.ts';
export { isModifiedClick } from './modified-click.ts';
