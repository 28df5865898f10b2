/** Lets the browser load the document of a URL, also when it is the current one. */
export const loadDocument = (href: string): void => {
  if (href.split('#')[0] === location.href.split('#')[0]) location.reload();
  else location.assign(href);
};
