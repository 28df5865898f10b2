import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './who-we-are.module.css';

/** The company, with its figures on a distance sign. */
export const WhoWeAre = async () => {
  const { headline, first, second, button, figures, date } = (await readHomepage.briefly()).texts.company;

  return (
    <Band labelledBy="who-we-are" className={styles.content}>
      <div className={styles.words}>
        <BayLabel bay="P1">WHO WE ARE</BayLabel>
        <h2 id="who-we-are" className={styles.headline}>
          {headline}
        </h2>
        <div className={styles.text}>
          <p>{first}</p>
          <p>{second}</p>
        </div>
        <Button href={toSitePath('/about-us')} variant="quiet" hasArrow>
          {button}
        </Button>
      </div>
      <figure className={styles.sign} data-surface="asphalt">
        <dl>
          {Object.values(figures).map(({ name, value }) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <figcaption className={styles.caption}>{date}</figcaption>
      </figure>
    </Band>
  );
};
