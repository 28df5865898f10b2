/** Whether the visitor prefers less motion; false on the server. */
export const prefersReducedMotion = (): boolean =>
  typeof window !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
