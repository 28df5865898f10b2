'use client';

import { Component, type ReactNode, useEffect } from 'react';
import { isUnloading, loadDocument } from '../document-navigation.ts';
import { reportFailure } from '../report-failure.ts';
import { focusStart } from './scroll-and-focus.ts';

type ErrorBoundaryProps = {
  /** The path of the page; another path resets the boundary. */
  readonly path: string;
  /** The error page, rendered on the server. */
  readonly fallback: ReactNode;
  /** The title of the document while the error page is shown. */
  readonly title: string;
  readonly children: ReactNode;
};

/**
 * `failedPath` is `''` after an error, until the next render sets it to the path of the page. `isShown` is false until it is
 * clear that the document is not loaded instead.
 */
type ErrorBoundaryState = { readonly failedPath: string | null; readonly isShown: boolean; readonly error?: unknown };

/** Waku's router throws errors with a digest for redirects and missing pages, and has to catch them itself. */
const isRouterSignal = (error: unknown): boolean =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' && error.digest !== '';

/** ANSI escape codes, with which Vite colours messages for a terminal. */
const COLOUR = /\p{Cc}\[[\d;]*m/gu;

/** Replaces the error page in development, where React sends errors of the server to the browser with their stacks. */
const ErrorDetails = ({ error }: { readonly error: unknown }): ReactNode => (
  <main>
    <h1>{error instanceof Error ? error.name : 'Error'}</h1>
    <pre style={{ overflowX: 'auto' }}>
      {String(error instanceof Error ? error.stack : error).replaceAll(COLOUR, '')}
    </pre>
  </main>
);

/** Whether the router has changed the page since the document was loaded. */
const isPageOfRouter = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && loaded.name.split('#')[0] !== location.href.split('#')[0];
};

/**
 * Shows the error page in place of a page whose code fails in the browser, until the next navigation. A page of the router
 * may also fail because its payload broke off: then its document is loaded, which needs no scripts.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedPath: null, isShown: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState | null {
    if (isRouterSignal(error)) throw error;
    return { failedPath: '', isShown: false, error };
  }

  static getDerivedStateFromProps(
    { path }: ErrorBoundaryProps,
    { failedPath }: ErrorBoundaryState,
  ): Pick<ErrorBoundaryState, 'failedPath'> | null {
    if (failedPath === '') return { failedPath: path };
    return failedPath !== null && failedPath !== path ? { failedPath: null } : null;
  }

  override componentDidCatch(): void {
    // In development the page is reloaded after the next edit, which may fix the error.
    import.meta.hot?.on('rsc:update', () => location.reload());
    // After the router has changed the URL.
    queueMicrotask(() => {
      if (isPageOfRouter() && !isUnloading() && !import.meta.env.DEV) loadDocument(location.href);
      else this.setState({ isShown: true }, this.announce);
    });
  }

  private readonly announce = (): void => {
    reportFailure('render');
    document.title = this.props.title;
    focusStart();
  };

  override render(): ReactNode {
    const { failedPath, isShown, error } = this.state;
    if (failedPath === null) return this.props.children;
    if (!isShown) return null;
    return import.meta.env.DEV ? <ErrorDetails error={error} /> : this.props.fallback;
  }
}

/** The router requests the error page as `/404`, so the title of the page ends with that path. */
const ERROR_PATH = /: \/404$/;

/**
 * For an error page that a client navigation leads to: loads its document, which says what was asked for and why it failed.
 */
export const ErrorPageDocument = () => {
  useEffect(() => {
    if (location.pathname === '/404' || !ERROR_PATH.test(document.title)) return;
    // The browser restores the scroll position, which is still that of the page with the link: the smooth scroll to the top has only begun.
    scrollTo({ top: 0, behavior: 'instant' });
    loadDocument(location.href);
  }, []);

  return null;
};
