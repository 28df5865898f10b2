/**
 * Determines which of several overlapping cards, each covering the previous one, is the topmost in view.
 *
 * @param ratios the visible fraction of each card, from 0 to 1, in document order.
 * @returns the index of the last card that is more than half visible, otherwise of the most visible one; null if none is visible.
 */
export const topmostInView = (ratios: readonly number[]): number | null => {
  const last = ratios.findLastIndex((ratio) => ratio > 0.5);
  if (last !== -1) return last;
  const most = Math.max(...ratios);
  return most > 0 ? ratios.indexOf(most) : null;
};
