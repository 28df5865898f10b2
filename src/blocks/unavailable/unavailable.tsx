import 'server-only';
import { toSitePath } from '../../site/urls.ts';
import { Band } from '../band/band.tsx';
import { Button } from '../button/button.tsx';
import styles from './unavailable.module.css';

type UnavailableProps = {
  /** The beginning of a sentence, such as “These answers are”. */
  readonly what: string;
};

/** Takes the place of a part of a page that cannot be shown. */
export const Unavailable = ({ what }: UnavailableProps) => (
  <div className={styles.unavailable}>
    <p className={styles.message}>{what} not available right now.</p>
    <p className="muted">This one’s on us. Please load this page again in a minute, or ask us directly.</p>
    <Button href={toSitePath('/contact')} variant="quiet" hasArrow>
      Write to us
    </Button>
  </div>
);

/** The same as a section of its own. */
export const UnavailableSection = ({ what }: UnavailableProps) => (
  <Band label={`${what} not available`}>
    <Unavailable what={what} />
  </Band>
);
