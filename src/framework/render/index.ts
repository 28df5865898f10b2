/**
 * Renders pages with Waku and React Server Components. No other folder of the server code depends on Waku's URLs or on
 * the format of the HTML and the RSC payloads. The build runs outside the server, so it imports `document-links.ts` and
 * `urls.ts` instead of this module.
 */
import 'server-only';

export { type Fail, INTERNAL_ERROR } from './error-responses.ts';
export { createPageDirectory, toPageModules } from './page-modules.tsx';
export { createPages } from './pages.ts';
export { part } from './part.tsx';
export { ASSETS, hasExtension, parseRouterUrl, RSC_PREFIX } from './urls.ts';
export { createServerEntryAdapter, fsRouter, seeOther } from './waku.ts';
