/**
 * An inline script in the head of every page. It blocks rendering, because a theme that is applied later would flash. The choice is in
 * the browser and not in a cookie, so that all visitors share cached pages. The content security policy allows the script by its hash.
 */
export const THEME_SCRIPT =
  'try{var t=localStorage.theme;if(/^(light|dark)$/.test(t))document.documentElement.dataset.theme=t}catch{}';
