import type { ReactNode } from 'react';
import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { Footer } from '../../features/site-shell/footer.tsx';
import { Header } from '../../features/site-shell/header.tsx';
import { SkipLink } from '../../features/site-shell/skip-link.tsx';
import { ErrorBoundary, PageTransition } from '../../framework/client/components/index.ts';
import { currentPath, INTERNAL_ERROR } from '../../framework/rsc/index.ts';

export default function DefaultLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header path={currentPath()} />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary path={currentPath()} fallback={<ErrorPage {...INTERNAL_ERROR} />}>
          <PageTransition>{children}</PageTransition>
        </ErrorBoundary>
      </main>
      <Footer />
    </>
  );
}
