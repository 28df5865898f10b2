/** Makes the browser load the document of a URL, even if it is the current document. */
export const loadDocument = (href: string): void => {
  if (href.split('#')[0] === location.href.split('#')[0]) location.reload();
  else location.assign(href);
};
