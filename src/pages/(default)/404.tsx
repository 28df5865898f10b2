import { FixedText } from '../../blocks/editable/editable.tsx';
import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { ErrorPageDocument } from '../../framework/client/components/index.ts';
import { currentRouteFailure } from '../../framework/index.ts';

export default function FailurePage() {
  return (
    <>
      <FixedText>
        <ErrorPage {...currentRouteFailure()} />
      </FixedText>
      <ErrorPageDocument />
    </>
  );
}

export const head = () => ({ failure: currentRouteFailure() });
