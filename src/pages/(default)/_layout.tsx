import type { ReactNode } from 'react';
import { currentPath } from '../../framework/route.ts';
import { Footer } from '../../sections/site/footer.tsx';
import { Header } from '../../sections/site/header.tsx';
import { SkipLink } from '../../sections/site/skip-link.tsx';

export default function DefaultLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header path={currentPath()} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
