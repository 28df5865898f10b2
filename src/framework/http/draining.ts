import 'server-only';

/** Whether the process is about to exit: it reports that it is not ready and closes each connection after its response. */
export type Draining = {
  readonly start: () => void;
  readonly hasStarted: () => boolean;
};

export const createDraining = (): Draining => {
  let hasStarted = false;
  return {
    start: () => {
      hasStarted = true;
    },
    hasStarted: () => hasStarted,
  };
};
