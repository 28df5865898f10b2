import { site } from '../../site/config.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import { Band } from '../band/band.tsx';
import { Cta } from '../cta/cta.tsx';
import { Editable } from '../editable/editable.tsx';

/** The call to action that most pages show before the footer. */
export const GlobalCta = () => {
  const { callToAction } = site;
  if (callToAction === undefined) return null;

  return (
    <Editable items={['site/call_to_action']}>
      <Band labelledBy="global-cta" spacing="tight" height="short">
        <Cta
          id="global-cta"
          headline={callToAction.headline}
          text={<p>{callToAction.text}</p>}
          buttons={[
            { label: callToAction.account, href: toContactUrl('account') },
            { label: callToAction.rsoc, href: toSitePath('/RSOC-for-domains-application') },
          ]}
        />
      </Band>
    </Editable>
  );
};
