import type { ReactNode } from 'react';
import styles from './band.module.css';

/**
 * The estimated height of a section until the browser first lays it out. From the third section of a page on, browsers with scroll
 * anchoring lay out a section when it comes near the window.
 */
export type BandHeight = 'short' | 'medium' | 'tall';

type BandProps = {
  readonly children: ReactNode;
  /** `chalk` is the background of the page. `asphalt` is dark in both themes. */
  readonly surface?: 'chalk' | 'asphalt';
  /** The id of the heading that names the section. Without a heading, `label` is the accessible name. */
  readonly labelledBy?: string;
  readonly label?: string;
  readonly id?: string | undefined;
  /** `content`: the content is at most as wide as `--content`. `full`: it is as wide as the window. */
  readonly width?: 'content' | 'full';
  readonly spacing?: 'normal' | 'tight' | 'none';
  /**
   * Null: the section is always laid out. This is the default on asphalt, since axe and Lighthouse compare light text that extends
   * below an estimate that is too low with the background of the next section.
   */
  readonly height?: BandHeight | null | undefined;
  readonly className?: string | undefined;
};

const toContainer = (className: string | undefined): string => (className ? `container ${className}` : 'container');

/** A section of a page. Its background spans the window, and its content is centred. */
export const Band = ({
  children,
  surface = 'chalk',
  labelledBy,
  label,
  id,
  width = 'content',
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
    <div className={width === 'full' ? className : toContainer(className)}>{children}</div>
  </section>
);
