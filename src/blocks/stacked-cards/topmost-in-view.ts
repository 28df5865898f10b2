/**
 * Which of several cards, each lying over the one before, a reader has in front of them.
 *
 * @param shares how much of each card is inside the window, from 0 to 1, in the order of the page
 * @returns the index of the last card that shows by more than half, else of the one that shows most; null when none does
 */
export const topmostInView = (shares: readonly number[]): number | null => {
  const last = shares.findLastIndex((share) => share > 0.5);
  if (last !== -1) return last;
  const most = Math.max(...shares);
  return most > 0 ? shares.indexOf(most) : null;
};
