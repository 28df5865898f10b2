/** The element that a hash names; null where none does. */
export const anchorTargetOf = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

/** A browser that fades between documents now and then forgets the place that the address of the new one names. */
export const scrollToAnchor = (): void => {
  const reach = (): void => {
    if (scrollY === 0) anchorTargetOf(location.hash)?.scrollIntoView();
  };
  if (document.readyState === 'complete') reach();
  else addEventListener('load', reach, { once: true });
};
