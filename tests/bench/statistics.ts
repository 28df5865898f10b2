/** The median; the upper middle value of an even number of values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median and the smallest and largest value: `1.2 (0.9–1.4)`. */
export const withSpread = (values: readonly number[], digits = 0): string => {
  const format = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`;
};
