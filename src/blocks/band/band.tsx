import type { ReactNode } from 'react';
import styles from './band.module.css';

type BandProps = {
  readonly children: ReactNode;
  /** Chalk is the page itself; asphalt is dark in both themes. */
  readonly surface?: 'chalk' | 'paper' | 'asphalt';
  /** The id of the heading that names this part of the page, or else a name in words. */
  readonly labelledBy?: string;
  readonly label?: string;
  readonly id?: string;
  /** `text` keeps the measure, `full` reaches both edges of the window. */
  readonly width?: 'grid' | 'text' | 'full';
  readonly spacing?: 'normal' | 'tight' | 'none';
  readonly className?: string | undefined;
};

/** A part of a page from edge to edge, with its content on the grid. */
export const Band = ({
  children,
  surface = 'chalk',
  labelledBy,
  label,
  id,
  width = 'grid',
  spacing = 'normal',
  className,
}: BandProps) => (
  <section
    id={id}
    className={styles.band}
    data-surface={surface}
    data-spacing={spacing}
    aria-labelledby={labelledBy}
    aria-label={label}
  >
    <div className={className ? `${styles.content} ${className}` : styles.content} data-width={width}>
      {children}
    </div>
  </section>
);
