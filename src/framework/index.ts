/** The framework for the server code of a site: `createSite`, and what pages and actions know of their request. */
import 'server-only';

export { createSite } from './create-site.ts';
export { LEAVE_PREVIEW } from './endpoints/preview.ts';
export {
  currentClient,
  currentPath,
  currentRouteFailure,
  getSubmittedValues,
  INTERNAL_ERROR,
  isPreviewRender,
  part,
  RSC_PREFIX,
  seeOther,
  setSubmittedValues,
} from './render/index.ts';
