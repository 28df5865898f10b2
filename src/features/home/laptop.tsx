import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Picture } from '../../blocks/picture/picture.tsx';
import styles from './laptop.module.css';

/** The dashboard on a laptop, across the full width. */
export const HomeLaptop = () => (
  <Band surface="asphalt" width="full" spacing="none" height="short" label="The interface" className={styles.laptop}>
    {/* Not printed: the dashboard is already printed above. */}
    <div data-print="none">
      <Picture
        name="laptop"
        phone="laptop-phone"
        alt="A laptop parked in bay P2; on its screen, the overview of a portfolio."
        sizes="(min-width: 120rem) 120rem, 100vw"
      />
    </div>
  </Band>
);
