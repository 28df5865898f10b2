/**
 * Renders pages with Waku and React Server Components. No other folder of the server code depends on Waku's URLs or on
 * the format of the HTML and the RSC payloads. The build runs outside the server, so it imports `document-links.ts` and
 * `waku-urls.ts` instead of this module.
 */
import 'server-only';

export { createPageDirectory } from './page-directory.ts';
export { toPageModules } from './page-modules.tsx';
export { kindOfRouterUrl, toPageRequest } from './page-request.ts';
export {
  currentClient,
  getSubmittedValues,
  isNavigationRender,
  isPreviewRender,
  renderAsPreview,
  seeOther,
  setSubmittedValues,
} from './request-state.ts';
export { currentPath, currentRouteFailure, pageNotFound } from './route-failure.ts';
export { INTERNAL_ERROR, NOT_FOUND } from './route-validation.ts';
export { createRscServer } from './rsc-server.ts';
export { createServerEntryAdapter, fsRouter } from './waku.ts';
export { RSC_PREFIX } from './waku-urls.ts';
