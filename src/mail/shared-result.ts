import 'server-only';

/** Single flight with a cache: callers share one result, or one error, while it is being read and for `ms` milliseconds after. */
export const shareResult = <T>(ms: number, read: () => Promise<T>): (() => Promise<T>) => {
  let last: { readonly result: Promise<T>; until: number } | null = null;
  return () => {
    if (last !== null && performance.now() < last.until) return last.result;
    const current = { result: read(), until: Number.POSITIVE_INFINITY };
    const settle = () => {
      current.until = performance.now() + ms;
    };
    current.result.then(settle, settle);
    last = current;
    return current.result;
  };
};
