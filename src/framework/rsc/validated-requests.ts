import 'server-only';

const validated = new WeakSet<Request>();

/** Records that `validateRoute` has accepted a request, so that the render does not call it again. */
export const setRouteValidated = (request: Request): void => {
  validated.add(request);
};

export const isRouteValidated = (request: Request): boolean => validated.has(request);
