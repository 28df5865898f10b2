import 'server-only';
import { getRequest } from './waku.ts';

/** What a form without scripts was filled in with: a text a field, several where several can be ticked. */
export type SubmittedValues = Readonly<Record<string, string | readonly string[]>>;

const posted = new WeakMap<Request, SubmittedValues>();

/**
 * Remembers what a form held, for the page that answers it in the same request. The state of an action would carry it
 * too, but React writes that into the page a second time and the browser sends it back, which a long list would double.
 */
export const setSubmittedValues = (values: SubmittedValues): void => {
  posted.set(getRequest(), values);
};

/** What the form that is being answered held; null when none was sent. */
export const getSubmittedValues = (): SubmittedValues | null => posted.get(getRequest()) ?? null;
