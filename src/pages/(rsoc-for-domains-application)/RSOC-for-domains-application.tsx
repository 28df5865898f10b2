import { readPage } from '../../content/pages.ts';
import { currentPosted } from '../../framework/posted.ts';
import { ApplicationForm } from '../../islands/forms/application-form.tsx';
import { issueStartedAt } from '../../mail/form-start.ts';
import { Application } from '../../sections/application/application.tsx';
import { ApplicationHead } from '../../sections/application/application-head.tsx';
import { toApplicationParts } from '../../sections/application/application-parts.tsx';
import { ApplicationProgress } from '../../sections/application/application-progress.tsx';
import { ApplicationSent } from '../../sections/application/application-sent.tsx';
import { formCaptcha } from '../../sections/form-captcha/form-captcha.tsx';
import { site } from '../../site/config.ts';
import { referenceIn } from '../../site/reference.ts';
import { toSitePath } from '../../site/urls.ts';

export default async function RsocApplication({ query }: { readonly query: string }) {
  const reference = referenceIn(query);
  if (reference) return <ApplicationSent reference={reference} />;

  const [page, startedAt, captcha] = await Promise.all([
    readPage('rsoc-for-domains-application'),
    issueStartedAt(),
    formCaptcha(),
  ]);
  const posted = currentPosted();

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

export const parameters = { sent: 'any' } as const;

/** The page tells when it was made, by which the time is measured that a visitor takes for the form. */
export const keptForS = 1;

export const readPayload = () => readPage('rsoc-for-domains-application');
