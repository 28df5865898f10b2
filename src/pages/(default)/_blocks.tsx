import { Catalogue } from '../../features/content-page/catalogue.tsx';
import { PageHead } from '../../site/head.tsx';

export default function BlocksCatalogue() {
  return (
    <>
      <PageHead path="/_blocks" title="Blocks" />
      <Catalogue />
    </>
  );
}

export const head = 'own';

/** A page for developers; it does not exist in production. */
export const validateRoute = () => import.meta.env.DEV;
