/**
 * An inline script in the head of every page: after a reload or a step in the history, all sections are rendered at once, so that
 * the browser restores the scroll position in a page of the real height (docs/decisions/0039). The content security policy allows
 * it by its hash.
 */
export const RENDER_ALL_SCRIPT =
  "if(/reload|back/.test(performance.getEntriesByType('navigation')[0]?.type))document.documentElement.dataset.renderAll=''";
