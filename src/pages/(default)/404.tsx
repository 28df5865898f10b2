import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { ErrorPageFocus } from '../../framework/client/components/index.ts';
import { currentRouteFailure } from '../../framework/render/index.ts';
import { ErrorHead } from '../../site/head.tsx';

export default function FailurePage() {
  const failure = currentRouteFailure();

  return (
    <>
      <ErrorHead {...failure} />
      <ErrorPage {...failure} />
      <ErrorPageFocus />
    </>
  );
}

export const head = 'own';
