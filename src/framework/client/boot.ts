import { loadOptionally, recoverFromChunkFailure } from './chunk-load-failure.ts';
import { loadPagesOfHistory, watchPageUnload } from './document-navigation.ts';
import { whenIdle } from './dom.ts';
import { hydrateOnIntent } from './hydrate-on-intent.ts';
import { STORAGE_KEY } from './page-state.ts';
import { readSession } from './session-storage.ts';

/** Loads the style sheets that the first paint does not need: the root layout links them inside `noscript`. */
const loadLateStyles = (): void => {
  const noscript = document.head.querySelector('noscript');
  noscript?.insertAdjacentHTML('afterend', noscript.textContent);
};

export type BootOptions = {
  /** Selector of elements that work without React: events on them do not hydrate the document. */
  readonly ignore?: string;
};

/** Starts a page in the browser. Called once, by the only script that a page loads by itself. */
export const boot = ({ ignore }: BootOptions = {}): void => {
  watchPageUnload();
  loadPagesOfHistory();
  hydrateOnIntent(ignore);
  recoverFromChunkFailure();
  if (readSession(STORAGE_KEY)) void loadOptionally(() => import('./restore-page-state.ts'));
  whenIdle(loadLateStyles);
};
