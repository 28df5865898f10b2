import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { GlowHover } from '../../blocks/glow-hover/glow-hover.tsx';
import { HeadlineText } from '../../blocks/headline-text/headline-text.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { toSitePath } from '../../site/urls.ts';
import { Facts } from './facts.tsx';
import styles from './features.module.css';

/** A drawing, or a layer that moves over it. */
const Drawing = ({ name, className }: { readonly name: string; readonly className: string | undefined }) => (
  <img
    src={`/pictures/${name}.svg`}
    alt=""
    width={480}
    height={320}
    loading="lazy"
    decoding="async"
    className={className}
  />
);

/** The three features of the platform. */
export const HomeFeatures = async () => {
  const { headline, button, ...boxes } = (await readHomepage.briefly()).texts.features;

  return (
    <Band surface="asphalt" labelledBy="features" height="tall">
      <SectionHead id="features" bay="P3" label="FEATURES" headline={headline} />
      <div className={styles.bays}>
        {(['monetization', 'management', 'sales'] as const).map((name) => (
          <GlowHover key={name} className={styles.bay}>
            <Drawing name={`feature-${name}`} className={styles.scene} />
            {name === 'sales' && <Drawing name="feature-sales-boom" className={styles.boom} />}
            <div className={styles.words}>
              <h3 className={styles.title}>
                <HeadlineText>{boxes[name].title}</HeadlineText>
              </h3>
              <p>{boxes[name].text}</p>
              <Facts facts={boxes[name].facts} className={styles.facts} />
            </div>
          </GlowHover>
        ))}
      </div>
      <Button href={toSitePath('/solutions')} variant="quiet" hasArrow className={styles.more}>
        {button}
      </Button>
    </Band>
  );
};
