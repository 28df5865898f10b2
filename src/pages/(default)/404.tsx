import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { ErrorArrival } from '../../framework/client/error-page-focus.client.tsx';
import { currentRouteFailure } from '../../framework/rsc/route-failure.ts';
import { site } from '../../site/config.ts';
import { ErrorHead } from '../../site/head.tsx';

export default function FailurePage() {
  const failure = currentRouteFailure();

  return (
    <>
      <ErrorHead {...failure} />
      <ErrorPage {...failure} supportEmail={site.supportEmail} />
      <ErrorArrival />
    </>
  );
}

export const head = 'own';
