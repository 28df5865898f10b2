/**
 * The framework's functions for the site's browser code, without React. The browser entry imports `boot` directly from
 * `boot.ts`: it loads React at the visitor's first intent, replays a click that came before it, and reloads the page if
 * a chunk of an old build is gone. React components for pages are in `components/`, which has its own `index.ts`: the
 * boot script must not wait for React.
 */
export { closestOf } from './closest.ts';
export { loadForFirstUse } from './first-use.ts';
export { whenIdle } from './idle.ts';
export { loadDocument } from './load-document.ts';
export { isModifiedClick } from './modified-click.ts';
