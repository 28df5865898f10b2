/** The only server module that imports from Waku, so that a renamed `unstable_` export is changed in one place. */
import 'server-only';
import { unstable_redirect as redirect } from 'waku/router/server';

export { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
export { unstable_getErrorInfo as getErrorInfo } from 'waku/minimal/server';
export { fsRouter } from 'waku/router/server';

/**
 * Ends a server action with a 303 redirect to a path of this site, so that a reload does not submit the form again.
 *
 * @throws always: Waku's redirect error. Callers must not catch it, because Waku handles it.
 */
export const seeOther = (path: `/${string}`): never => redirect(path, 303);
