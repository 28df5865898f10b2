/** The text face, for the root to preload; every page sets its headline in it. */
export { default as fontUrl } from './fonts/overpass.woff2?url';
