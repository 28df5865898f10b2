/** The styles for paper, for the root to name; a screen neither waits for them nor uses them. */
export { default as printUrl } from './print.css?url';
