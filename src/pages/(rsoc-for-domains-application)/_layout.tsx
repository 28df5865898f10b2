import type { ReactNode } from 'react';
import { ApplicationFooter } from '../../sections/application/application-footer.tsx';
import { FocusedHeader } from '../../sections/site/header.tsx';
import { SkipLink } from '../../sections/site/skip-link.tsx';

export default function ApplicationLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <FocusedHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ApplicationFooter />
    </>
  );
}
