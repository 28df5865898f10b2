/**
 * An inline script in the head of every page. It blocks rendering, because a theme that is applied later would flash
 * (docs/decisions/0010). The content security policy allows it by its hash.
 */
export const THEME_SCRIPT =
  'try{var t=localStorage.theme;if(/^(light|dark)$/.test(t))document.documentElement.dataset.theme=t}catch{}';
