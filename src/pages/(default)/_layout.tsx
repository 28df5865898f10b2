import type { ReactNode } from 'react';
import { readSite } from '../../content/site.ts';
import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { Footer } from '../../features/site-shell/footer.tsx';
import { Header } from '../../features/site-shell/header.tsx';
import { Notices } from '../../features/site-shell/notices.tsx';
import { SkipLink } from '../../features/site-shell/skip-link.tsx';
import { ErrorBoundary } from '../../framework/client/components/index.ts';
import { currentPath, INTERNAL_ERROR } from '../../framework/index.ts';
import { toErrorTitle } from '../../site/titles.ts';

export default async function DefaultLayout({ children }: { readonly children: ReactNode }) {
  const { menus, notices, phone, hours } = await readSite.briefly();

  return (
    <>
      <SkipLink />
      <Header path={currentPath()} menu={menus.header} />
      <Notices notices={notices} />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary
          path={currentPath()}
          fallback={<ErrorPage {...INTERNAL_ERROR} />}
          title={toErrorTitle(INTERNAL_ERROR.statusCode, INTERNAL_ERROR.message)}
        >
          {children}
        </ErrorBoundary>
      </main>
      <Footer menus={menus.footer} legal={menus.legal} phone={phone} hours={hours} />
    </>
  );
}
