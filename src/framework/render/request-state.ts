import 'server-only';
import { currentContext, type RouteFailure, type SubmittedValues } from '../context.ts';
import { redirect } from './waku.ts';

/** The message of the error page if there is no page. The path is appended. */
export const NOT_FOUND = 'Page not found: ';

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => currentContext()?.get('pageRequest')?.path ?? '/';

/** For the error page: why the current request failed. If no failure was recorded, it is a 404. */
export const currentRouteFailure = (): RouteFailure => {
  const c = currentContext();
  const { path = '/', query = '' } = c?.get('pageRequest') ?? {};
  return c?.get('failure') ?? { statusCode: 404, message: NOT_FOUND + path + (query && `?${query}`) };
};

/** The client of the current render or server action: its IP address, not that of a trusted proxy. */
export const currentClient = (): { readonly address: string } => ({
  address: currentContext()?.get('address') ?? 'unknown',
});

/**
 * Ends a server action with a 303 redirect to a path of this site, so that a reload does not submit the form again.
 *
 * @throws always: Waku's redirect error. Callers must not catch it, because Waku handles it.
 */
export const seeOther = (path: `/${string}`): never => redirect(path, 303);

/**
 * Records the values of a form for the page that is rendered in response to it. The state of the action could contain
 * them too, but React writes that state into the page and the browser sends it back, so a long list would be sent
 * twice.
 */
export const setSubmittedValues = (values: SubmittedValues): void => currentContext()?.set('submittedValues', values);

/** The values of a form that the current request submitted and that was not accepted; otherwise null. */
export const getSubmittedValues = (): SubmittedValues | null => currentContext()?.get('submittedValues') ?? null;

/** Whether the current render shows a draft, which nobody else may see. */
export const isPreviewRender = (): boolean => currentContext()?.get('isPreview') === true;

/** Whether the current render is for a client navigation. */
export const isNavigationRender = (): boolean => currentContext()?.get('pageRequest')?.kind === 'payload';
