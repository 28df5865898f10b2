import 'server-only';
import { getRequest } from './waku.ts';

/** The values of a form that was submitted without JavaScript, by field; a list for fields with several values. */
export type SubmittedValues = Readonly<Record<string, string | readonly string[]>>;

const submitted = new WeakMap<Request, SubmittedValues>();

/**
 * Records the values of a form for the page that answers it in the same request. The state of an action could hold them too, but
 * React writes it into the page and the browser sends it back, which would double a long list.
 */
export const setSubmittedValues = (values: SubmittedValues): void => {
  submitted.set(getRequest(), values);
};

/** The values of the form that the current request submitted; null if it submitted none. */
export const getSubmittedValues = (): SubmittedValues | null => submitted.get(getRequest()) ?? null;
