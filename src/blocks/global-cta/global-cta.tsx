import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import { Band } from '../band/band.tsx';
import { Cta } from '../cta/cta.tsx';
import { FixedText } from '../editable/editable.tsx';

/** The call to action that most pages show before the footer. */
export const GlobalCta = () => (
  <FixedText>
    <Band labelledBy="global-cta" spacing="tight" height="short">
      <Cta
        id="global-cta"
        headline="Start with a few names"
        text={
          <p>
            Point ten domains or ten thousand at us, keep the rest where they are and compare the statements. No
            contract term, no setup&nbsp;fee. We review every application by hand and reply within
            2&nbsp;working&nbsp;days.
          </p>
        }
        buttons={[
          { label: 'Open an account', href: toContactUrl('account') },
          { label: 'Apply for RSOC', href: toSitePath('/RSOC-for-domains-application') },
        ]}
      />
    </Band>
  </FixedText>
);
