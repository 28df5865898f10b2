import type { ReactNode } from 'react';
import { FailureBoundary } from '../../framework/client/failure-boundary.tsx';
import { PageTransition } from '../../framework/client/page-transition.tsx';
import { currentPath } from '../../framework/route.ts';
import { INTERNAL_ERROR } from '../../framework/route-verdict.ts';
import { ErrorPage } from '../../sections/site/error-page.tsx';
import { Footer } from '../../sections/site/footer.tsx';
import { Header } from '../../sections/site/header.tsx';
import { SkipLink } from '../../sections/site/skip-link.tsx';
import { site } from '../../site/config.ts';

export default function DefaultLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header path={currentPath()} />
      <main id="content" tabIndex={-1}>
        <FailureBoundary
          path={currentPath()}
          fallback={<ErrorPage {...INTERNAL_ERROR} supportEmail={site.supportEmail} />}
        >
          <PageTransition>{children}</PageTransition>
        </FailureBoundary>
      </main>
      <Footer />
    </>
  );
}
