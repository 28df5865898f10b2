'use client';

import { Component, type ReactNode } from 'react';
import { focusHeading } from './scroll.ts';

type FailureBoundaryProps = {
  /** The page below; another path clears a failure. */
  readonly path: string;
  /** The error page, as the server shows it. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

type FailureState = { readonly failedPath: string | null };

const INTERNAL_ERROR = '500 - Internal Server Error';

/** Waku's own signals (a redirect, a page that is not there) are errors that its router has to see. */
const isSignal = (error: unknown): boolean =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' && error.digest !== '';

/** Shows the error page in place of a page whose code fails in the browser. Going anywhere clears it. */
export class ErrorBoundary extends Component<FailureBoundaryProps, FailureState> {
  override state: FailureState = { failedPath: null };

  static getDerivedStateFromError(error: unknown): FailureState | null {
    if (isSignal(error)) throw error;
    return { failedPath: '' };
  }

  static getDerivedStateFromProps({ path }: FailureBoundaryProps, { failedPath }: FailureState): FailureState | null {
    if (failedPath === '') return { failedPath: path };
    return failedPath !== null && failedPath !== path ? { failedPath: null } : null;
  }

  override componentDidCatch(): void {
    document.title = INTERNAL_ERROR;
    focusHeading();
  }

  override render(): ReactNode {
    return this.state.failedPath === null ? this.props.children : this.props.fallback;
  }
}
