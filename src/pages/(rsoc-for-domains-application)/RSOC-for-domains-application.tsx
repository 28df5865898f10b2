import { readPage } from '../../content/pages.ts';
import { Application } from '../../features/rsoc-application/application.tsx';
import { ApplicationForm } from '../../features/rsoc-application/application-form.client.tsx';
import { ApplicationHead } from '../../features/rsoc-application/application-head.tsx';
import { ApplicationProgress } from '../../features/rsoc-application/application-progress.tsx';
import { ApplicationSent } from '../../features/rsoc-application/application-sent.tsx';
import { toApplicationParts } from '../../features/rsoc-application/application-steps.tsx';
import { formCaptcha } from '../../forms/form-captcha.tsx';
import { getSubmittedValues } from '../../framework/rsc/submitted-values.ts';
import { issueFormToken } from '../../mail/form-start.ts';
import { site } from '../../site/config.ts';
import { referenceIn } from '../../site/reference.ts';
import { toSitePath } from '../../site/urls.ts';

export default async function RsocApplication({ query }: { readonly query: string }) {
  const reference = referenceIn(query);
  if (reference) return <ApplicationSent reference={reference} />;

  const [page, startedAt, captcha] = await Promise.all([
    readPage('rsoc-for-domains-application'),
    issueFormToken(),
    formCaptcha(),
  ]);
  const posted = getSubmittedValues();

  return (
    <>
      <ApplicationHead page={page} hasErrors={posted !== null} />
      <ApplicationProgress current={0} />
      <Application page={page}>
        <ApplicationForm
          page={toSitePath('/RSOC-for-domains-application')}
          startedAt={startedAt}
          values={posted ?? {}}
          captcha={captcha}
          supportEmail={site.supportEmail}
          parts={toApplicationParts({ termsHref: toSitePath('/agb.php'), privacyHref: toSitePath('/privacy-policy') })}
        />
      </Application>
    </>
  );
}

export const head = 'own';

export const parameters = { sent: 'bypass' } as const;

/** The page tells when it was made, by which the time is measured that a visitor takes for the form. */
export const revalidate = 1;

export const readPayload = () => readPage('rsoc-for-domains-application');
