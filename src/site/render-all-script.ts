/**
 * An inline script in the head of every page: after a reload or a navigation in the history, and when the Tab key is
 * pressed, all sections are rendered at once. Otherwise the browser would scroll in a page whose height is an estimate
 * (docs/decisions/0039). The content security policy allows the script by its hash.
 */
export const RENDER_ALL_SCRIPT =
  "{const r=()=>{document.documentElement.dataset.renderAll=''};" +
  "if(/reload|back/.test(performance.getEntriesByType('navigation')[0]?.type))r();" +
  "addEventListener('keydown',({key})=>{if(key==='Tab')r()},true)}";
