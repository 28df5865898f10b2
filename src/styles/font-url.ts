/** The text face, for the root to preload; every page sets its headline in it. */
export { default as fontUrl } from '@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2?url';
