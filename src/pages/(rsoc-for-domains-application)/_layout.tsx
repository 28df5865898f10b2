import type { ReactNode } from 'react';
import { readSite } from '../../content/site.ts';
import { ApplicationFooter } from '../../features/site-shell/application-footer.tsx';
import { FocusedHeader } from '../../features/site-shell/header.tsx';
import { SkipLink } from '../../features/site-shell/skip-link.tsx';

export default async function ApplicationLayout({ children }: { readonly children: ReactNode }) {
  const { menus } = await readSite.briefly();

  return (
    <>
      <SkipLink />
      <FocusedHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ApplicationFooter legal={menus.legal} />
    </>
  );
}
