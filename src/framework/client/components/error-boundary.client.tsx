'use client';

import { Component, type ReactNode } from 'react';
import { focusHeading } from './focus-heading.ts';

type ErrorBoundaryProps = {
  /** The path of the page; another path resets the boundary. */
  readonly path: string;
  /** The error page, rendered on the server. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** `''` between an error and the render that knows its path. */
type ErrorBoundaryState = { readonly failedPath: string | null };

const TITLE = '500 - Internal Server Error';

/** Waku's router throws errors with a digest for redirects and missing pages, and has to catch them itself. */
const isRouterSignal = (error: unknown): boolean =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' && error.digest !== '';

/** Shows the error page in place of a page whose code fails in the browser, until the next navigation. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedPath: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState | null {
    if (isRouterSignal(error)) throw error;
    return { failedPath: '' };
  }

  static getDerivedStateFromProps(
    { path }: ErrorBoundaryProps,
    { failedPath }: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    if (failedPath === '') return { failedPath: path };
    return failedPath !== null && failedPath !== path ? { failedPath: null } : null;
  }

  override componentDidCatch(): void {
    document.title = TITLE;
    focusHeading();
  }

  override render(): ReactNode {
    return this.state.failedPath === null ? this.props.children : this.props.fallback;
  }
}
