import 'server-only';
import { HeroSectionBig } from '../../blocks/hero-section-big/hero-section-big.tsx';
import { Picture } from '../../blocks/picture/picture.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './hero.module.css';

/** A screenshot of the dashboard. In wide windows it is the largest image above the fold, so it is preloaded there. */
const DashboardImage = () => (
  <figure>
    <Picture
      name="dashboard"
      phone="dashboard-phone"
      alt="The dashboard for a portfolio of 1,842 domains: revenue, visitors, RPM and CTR over 30 days, earnings by Tier, top domains, an A/B test with its winner, and offers from buyers."
      sizes="(min-width: 80rem) 71rem, (min-width: 48rem) calc(100vw - 7rem), calc(100vw - 3.5rem)"
      isPriority="wide"
    />
    <figcaption className={styles.caption}>Sample account, 22 October to 20 November 2026.</figcaption>
  </figure>
);

/** The hero of the home page: headline, three reasons, and the dashboard. */
export const HomeHero = async () => {
  const { headline, text, points, account, solutions } = (await readHomepage.briefly()).texts.hero;

  return (
    <HeroSectionBig
      headline={headline}
      text={<p>{text}</p>}
      points={Object.values(points)}
      buttons={[
        { label: account, href: toContactUrl('account') },
        { label: solutions, href: toSitePath('/solutions') },
      ]}
      image={<DashboardImage />}
    />
  );
};
