import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Cta } from '../../blocks/cta/cta.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './trailing.module.css';

/** The first sentence, and what follows it. */
const SENTENCES = /^(.*?[.!?]) (.+)$/;

/** The closing calls to action: opening an account, and applying for the RSOC programme. */
export const HomeTrailing = async () => {
  const { account, rsoc } = (await readHomepage.briefly()).texts;
  const [, first, second] = SENTENCES.exec(account.headline) ?? [];

  return (
    <Band label="Get started" className={styles.content}>
      <Cta
        headline={
          second === undefined ? (
            account.headline
          ) : (
            <>
              {`${first} `}
              <span className={styles.sentence}>{second}</span>
            </>
          )
        }
        text={<p>{account.text}</p>}
        buttons={[{ label: account.button, href: toContactUrl('account') }]}
      />
      <section className={styles.ticket} aria-labelledby="rsoc">
        <h2 id="rsoc" className={styles.title}>
          {rsoc.headline}
        </h2>
        <p>{rsoc.text}</p>
        <dl className={styles.terms}>
          {Object.values(rsoc.terms).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.stub}>
          <Button href={toSitePath('/RSOC-for-domains-application')} variant="secondary" hasArrow>
            {rsoc.button}
          </Button>
        </div>
      </section>
    </Band>
  );
};
