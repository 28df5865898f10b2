import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { clientAddressOf } from '../middleware/index.ts';
import { getRequest, redirect } from './waku.ts';

/** The client of the current render or server action: its IP address, not that of a trusted proxy. */
export const currentClient = (): { readonly address: string } => ({ address: clientAddressOf(getRequest().headers) });

/**
 * Ends a server action with a 303 redirect to a path of this site, so that a reload does not submit the form again.
 *
 * @throws always: Waku's redirect error. Callers must not catch it, because Waku handles it.
 */
export const seeOther = (path: `/${string}`): never => redirect(path, 303);

/** The values of a form that was submitted without JavaScript, by field; a list for fields with several values. */
export type SubmittedValues = Readonly<Record<string, string | readonly string[]>>;

const submitted = new WeakMap<Request, SubmittedValues>();

/**
 * Records the values of a form for the page that is rendered in response to it. The state of the action could contain
 * them too, but React writes that state into the page and the browser sends it back, so a long list would be sent
 * twice.
 */
export const setSubmittedValues = (values: SubmittedValues): void => {
  submitted.set(getRequest(), values);
};

/** The values of a form that the current request submitted and that was not accepted; otherwise null. */
export const getSubmittedValues = (): SubmittedValues | null => submitted.get(getRequest()) ?? null;

const validated = new WeakSet<Request>();

/** Records that `validateRoute` has accepted a request, so that the render does not call it again. */
export const setRouteValidated = (request: Request): void => {
  validated.add(request);
};

export const isRouteValidated = (request: Request): boolean => validated.has(request);

const previews = new AsyncLocalStorage<true>();

/** Runs a render that shows a draft to one client. */
export const renderAsPreview = <Rendered>(render: () => Rendered): Rendered => previews.run(true, render);

/** Whether the current render shows a draft, which nobody else may see. */
export const isPreviewRender = (): boolean => previews.getStore() === true;

const navigation = new AsyncLocalStorage<true>();

/** Runs a render of an RSC payload for a client navigation. */
export const renderForNavigation = <Rendered>(render: () => Promise<Rendered>): Promise<Rendered> =>
  navigation.run(true, render);

/** Whether the current render is for a client navigation. */
export const isNavigationRender = (): boolean => navigation.getStore() === true;
