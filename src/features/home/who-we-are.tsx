import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { toSitePath } from '../../site/urls.ts';
import styles from './who-we-are.module.css';

const distances = [
  { place: 'Domains', distance: '2.4 million' },
  { place: 'Accounts', distance: '1,900' },
  { place: 'Feeds', distance: '14' },
  { place: 'Lander languages', distance: '32' },
  { place: 'Sales commission', distance: '0%' },
] as const;

/** The company, with its figures on a distance sign. */
export const WhoWeAre = () => (
  <Band labelledBy="who-we-are" className={styles.content}>
    <div className={styles.words}>
      <BayLabel bay="P1">WHO WE ARE</BayLabel>
      <h2 id="who-we-are" className={styles.headline}>
        Unapologetically domain-focused
      </h2>
      <div className={styles.text}>
        <p>
          Since 2015 we’ve done one thing: turn traffic on parked domains into payouts. Twenty-three people, no
          registrar, no agency, no side business.
        </p>
        <p>
          We don’t buy, sell or backorder domains. No one on our staff may bid on a name while it’s parked here, or for
          24 months after it leaves.
        </p>
      </div>
      <Button href={toSitePath('/about-us')} variant="quiet" hasArrow>
        Meet the people behind it
      </Button>
    </div>
    <figure className={styles.sign} data-surface="asphalt">
      <dl>
        {distances.map(({ place, distance }) => (
          <div key={place} className={styles.row}>
            <dt>{place}</dt>
            <dd>{distance}</dd>
          </div>
        ))}
      </dl>
      <figcaption className={styles.caption}>As of October 2026, rounded</figcaption>
    </figure>
  </Band>
);
