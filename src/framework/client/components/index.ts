/**
 * The framework's React components for the root layout, the layouts and the error page: client navigation with scroll
 * restoration and focus, page transitions, the error boundary. This folder becomes one chunk.
 */
export { ErrorBoundary, ErrorPageDocument } from './error-page.client.tsx';
export { Hydrated } from './hydrated.client.tsx';
export { Navigation } from './navigation.client.tsx';
