import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { readFormProps } from '../../forms/form-props.tsx';
import { mail } from '../../mail/service.ts';
import { toSitePath } from '../../site/urls.ts';
import { ApplicationForm } from './application-form.client.tsx';
import styles from './application-form-section.module.css';
import { applicationMessage } from './application-message.ts';
import { toApplicationSteps } from './application-steps.tsx';

/** The application form on its ticket. */
export const ApplicationFormSection = async ({ id }: { readonly id: string }) => {
  const form = await readFormProps(applicationMessage.path, mail().issueFormToken());

  return (
    <Band surface="asphalt" labelledBy={`${id}-title`} height={null}>
      <div className={styles.ticket} data-surface="paper">
        <div className={styles.edge} aria-hidden="true" />
        <div className={styles.sheet}>
          <SectionHead
            id={`${id}-title`}
            label="Your application"
            headline="Tell us which domains you’d like to put forward"
            text="Five steps, about ten minutes with your list ready. If anything’s missing, we’ll ask once."
          />
          {/* Links lead to the first step, not to the headline of the section. */}
          <div id={id}>
            <ApplicationForm
              {...form}
              steps={toApplicationSteps({
                listCheckHref: toSitePath('/domain-list-check'),
                termsHref: toSitePath('/agb.php'),
                privacyHref: toSitePath('/privacy-policy'),
              })}
            />
          </div>
        </div>
      </div>
    </Band>
  );
};
