import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Cta } from '../../blocks/cta/cta.tsx';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './trailing.module.css';

const terms = [
  { term: 'Uniques per month', value: '300, or a paid source' },
  { term: 'Articles per domain', value: '8 or more' },
  { term: 'Your share', value: '70% or 80%' },
  { term: 'Decision', value: '5 working days' },
] as const;

/** The closing calls to action: opening an account, and applying for the RSOC programme. */
export const HomeTrailing = () => (
  <Band label="Get started" className={styles.content}>
    <Cta
      headline={
        <>
          Point ten names. <span className={styles.sentence}>Compare the statements.</span>
        </>
      }
      text={
        <p>
          No minimum number of domains, no setup&nbsp;fee, no contract term. We review every application by hand and
          reply within 2&nbsp;working&nbsp;days. To leave, just change the nameservers back.
        </p>
      }
      buttons={[{ label: 'Open an account', href: toContactUrl('account') }]}
    />
    <section className={styles.ticket} aria-labelledby="rsoc">
      <h2 id="rsoc" className={styles.title}>
        RSOC for domains
      </h2>
      <p>
        Related Search on Content puts related searches on article pages. AdSense for Domains ended in February 2026;
        this is how Google’s search ads reach a domain now.
      </p>
      <dl className={styles.terms}>
        {terms.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.stub}>
        <Button href={toSitePath('/RSOC-for-domains-application')} variant="secondary" hasArrow>
          Apply for RSOC
        </Button>
      </div>
    </section>
  </Band>
);
