/** The one module of the server that names what Waku still marks as unstable: a release that renames something is mended here. */
import 'server-only';

export { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
export {
  fsRouter,
  unstable_getRequest as getRequest,
  unstable_notFound as notFound,
  unstable_redirect as redirect,
} from 'waku/router/server';
