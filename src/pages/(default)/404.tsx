import { FixedText } from '../../blocks/editable/editable.tsx';
import { ErrorPage } from '../../features/error-page/error-page.tsx';
import { ErrorPageFocus } from '../../framework/client/components/index.ts';
import { currentRouteFailure } from '../../framework/index.ts';

export default function FailurePage() {
  return (
    <>
      <FixedText>
        <ErrorPage {...currentRouteFailure()} />
      </FixedText>
      <ErrorPageFocus />
    </>
  );
}

export const head = () => ({ failure: currentRouteFailure() });
