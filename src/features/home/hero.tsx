import 'server-only';
import { HeroSectionBig } from '../../blocks/hero-section-big/hero-section-big.tsx';
import { Picture } from '../../blocks/picture/picture.tsx';
import { toContactUrl } from '../../site/contact-url.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './hero.module.css';

/** Fixed text (docs/requirements.md), with its straight apostrophe. */
export const HEADLINE = "Elevate your domain's monetization potential";

/** A screenshot of the dashboard. In wide windows it is the largest image above the fold, so it is preloaded there. */
const DashboardImage = () => (
  <figure className={styles.dashboard}>
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
export const HomeHero = () => (
  <HeroSectionBig
    headline={HEADLINE}
    text={
      <p>
        Park one name or a portfolio of thousands. Every visitor gets the feed, the lander and the search terms that pay
        best, and you keep 80% of net revenue.
      </p>
    }
    points={[
      {
        title: 'Optimized on every level',
        text: 'Multi-level, AI-powered optimization picks feed, lander and search terms for each country, device and hour.',
      },
      {
        title: 'A large Tier1 feed',
        text: 'Access to a large Tier1 search feed, plus Tier2, adult and zero-click demand for everything else.',
      },
      {
        title: 'No commission on sales',
        text: 'For-sale banners on any parked domain you choose. Buyers contact you directly, and the price is yours: we take 0%.',
      },
    ]}
    buttons={[
      { label: 'Open an account', href: toContactUrl('account') },
      { label: 'See the solutions', href: toSitePath('/solutions') },
    ]}
    image={<DashboardImage />}
  />
);
