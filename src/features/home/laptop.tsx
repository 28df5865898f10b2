import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Picture } from '../../blocks/picture/picture.tsx';
import styles from './laptop.module.css';

/** A screen of the platform on a laptop, across the full width. */
export const HomeLaptop = () => (
  <Band surface="asphalt" width="full" spacing="none" height="short" label="The interface" className={styles.laptop}>
    {/* Not printed: it would cover half a page with asphalt. */}
    <div data-print="none">
      <Picture
        name="laptop"
        phone="laptop-phone"
        alt="A laptop parked in bay P2; on its screen, an A/B test that lander B wins with 15.6% more RPM."
        sizes="(min-width: 120rem) 120rem, 100vw"
      />
    </div>
  </Band>
);
