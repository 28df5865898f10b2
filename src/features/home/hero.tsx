import 'server-only';
import { HeroSectionBig } from '../../blocks/hero-section-big/hero-section-big.tsx';
import { toSitePath } from '../../site/urls.ts';
import { DashboardImage } from './dashboard-image.tsx';

/** The hero of the home page: headline, three reasons, and the dashboard. */
export const HomeHero = () => (
  <HeroSectionBig
    headline="Elevate your domain's monetization potential"
    text={
      <p>
        Park one name or a portfolio of thousands. Every visitor gets the feed, the lander and the terms that pay best,
        and you keep 80% of net revenue.
      </p>
    }
    points={[
      {
        title: 'Optimized on every level',
        text: 'Multi-level, AI-powered optimization picks feed, lander and terms for each country, device and hour.',
      },
      {
        title: 'A large Tier1 feed',
        text: 'Access to a large Tier1 search feed, with Tier2, adult and zero-click demand beside it for everything else.',
      },
      {
        title: 'No commission on sales',
        text: 'For-sale banners on every domain you choose. The buyer writes to you, and the price is yours: we take 0%.',
      },
    ]}
    buttons={[
      { label: 'Open an account', href: toSitePath('/contact') },
      { label: 'See the solutions', href: toSitePath('/solutions') },
    ]}
    image={<DashboardImage />}
  />
);
