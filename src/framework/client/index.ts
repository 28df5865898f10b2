/**
 * The part of the framework that runs in the browser before React, and what else of it the site's browser code may use.
 * A page is complete without React; `boot` loads React at the visitor's first intent, replays a click that came before
 * it, and reloads the page when a chunk of an old build is gone. React components for pages are in `components/`, which
 * has a public module of its own: the boot script must not wait for React.
 */
export { closestOf } from './closest.ts';
export { whenIdle } from './idle.ts';
export { loadDocument } from './load-document.ts';
export { isModifiedClick } from './modified-click.ts';
