import 'server-only';

let hasBegun = false;

/** The process is about to end: it is not ready for more, and connections end with their next answer. */
export const startDraining = (): void => {
  hasBegun = true;
};

export const isDraining = (): boolean => hasBegun;
