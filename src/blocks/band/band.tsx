import type { ReactNode } from 'react';
import styles from './band.module.css';

/** The approximate height of a section until it is rendered. A section is rendered when it comes near the window. */
export type BandHeight = 'short' | 'medium' | 'tall';

type BandProps = {
  readonly children: ReactNode;
  /** `chalk` is the page background, `asphalt` is dark in both themes. */
  readonly surface?: 'chalk' | 'paper' | 'asphalt';
  /** The id of the heading that names the section. Without a heading, `label` is the accessible name. */
  readonly labelledBy?: string;
  readonly label?: string;
  readonly id?: string | undefined;
  /** `full` extends to both edges of the window. */
  readonly width?: 'grid' | 'full';
  readonly spacing?: 'normal' | 'tight' | 'none';
  /**
   * Null, the default on asphalt, renders the section at once: if an estimate is lower than the content, axe and Lighthouse compare
   * the colours of the content with the background of the next section.
   */
  readonly height?: BandHeight | null | undefined;
  readonly className?: string | undefined;
};

/** A full-width section of a page, with its content on the grid. */
export const Band = ({
  children,
  surface = 'chalk',
  labelledBy,
  label,
  id,
  width = 'grid',
  spacing = 'normal',
  height = surface === 'asphalt' ? null : 'medium',
  className,
}: BandProps) => (
  <section
    id={id}
    className={styles.band}
    data-surface={surface}
    data-spacing={spacing}
    data-height={height}
    aria-labelledby={labelledBy}
    aria-label={label}
  >
    <div className={className ? `${styles.content} ${className}` : styles.content} data-width={width}>
      {children}
    </div>
  </section>
);
