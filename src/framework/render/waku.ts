/** The only server module that imports from Waku, so that a renamed `unstable_` export is changed in one place. */
import 'server-only';

export { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
export { unstable_getErrorInfo as getErrorInfo } from 'waku/minimal/server';
export { fsRouter, unstable_redirect as redirect } from 'waku/router/server';
