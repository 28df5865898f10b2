import { ErrorArrival } from '../../framework/client/error-arrival.tsx';
import { currentRouteFailure } from '../../framework/route.ts';
import { ErrorPage } from '../../sections/site/error-page.tsx';
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
