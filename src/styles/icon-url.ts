/** The icon of the site's tab, in the document itself: as a file it would be one more request beside the first paint's. */
export { default as iconUrl } from './icon.svg?inline';
