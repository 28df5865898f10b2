/** The framework for the server code of a site: `createSite`, and what pages and actions know of their request. */
import 'server-only';

export {
  currentClient,
  currentPath,
  currentPathWithQuery,
  currentRouteFailure,
  getSubmittedValues,
} from './context.ts';
export { createSite } from './create-site.ts';
export { LEAVE_PREVIEW } from './endpoints/preview.ts';
export { INTERNAL_ERROR, part, RSC_PREFIX, seeOther } from './render/index.ts';
