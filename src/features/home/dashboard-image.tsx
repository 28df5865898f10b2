import 'server-only';
import { Picture } from '../../blocks/picture/picture.tsx';
import styles from './dashboard-image.module.css';

/** A screenshot of the dashboard. In wide windows it is the largest image above the fold, so it is preloaded there. */
export const DashboardImage = () => (
  <figure className={styles.dashboard}>
    <Picture
      name="dashboard"
      phone="dashboard-phone"
      alt="The dashboard of a portfolio of 1,842 domains: revenue, visitors, RPM and CTR of 30 days, earnings by Tier, top domains, an A/B test with its winner, and offers from buyers."
      sizes="(min-width: 80rem) 71rem, (min-width: 48rem) calc(100vw - 7rem), calc(100vw - 3.5rem)"
      isPriority="wide"
    />
    <figcaption className={styles.caption}>Sample account. 22 October to 20 November 2026.</figcaption>
  </figure>
);
