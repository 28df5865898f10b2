import type { ReactNode } from 'react';
import { BayLabel } from '../bay-label/bay-label.tsx';
import { HeadlineText } from '../headline-text/headline-text.tsx';
import { RoadDrawing, type RoadDrawingName } from './road-drawing.tsx';
import styles from './subpages-hero.module.css';

type SubpagesHeroProps = {
  readonly headline: ReactNode;
  readonly label?: string | undefined;
  /** Shown above the label. */
  readonly breadcrumb?: ReactNode;
  readonly text?: ReactNode;
  readonly image?: ReactNode;
  /** Beside the headline in wide windows, unless there is an image. */
  readonly drawing?: RoadDrawingName | undefined;
  /** Content below the text, for example a search form. */
  readonly children?: ReactNode;
};

/** The hero of pages other than the home page and landing pages. */
export const SubpagesHero = ({
  headline,
  label,
  breadcrumb,
  text,
  image,
  drawing = 'arrow',
  children,
}: SubpagesHeroProps) => (
  <section className={styles.hero} data-surface="asphalt" aria-labelledby="page-title">
    <div className={`container ${styles.content}`}>
      <div className={styles.words}>
        {breadcrumb}
        {label && (
          <div>
            <BayLabel>{label}</BayLabel>
          </div>
        )}
        <h1 id="page-title" className={styles.headline}>
          {typeof headline === 'string' ? <HeadlineText>{headline}</HeadlineText> : headline}
        </h1>
        {text && <div className="lead">{text}</div>}
        {children}
      </div>
      {image ? <div>{image}</div> : <RoadDrawing name={drawing} />}
    </div>
    <div className={styles.line} aria-hidden="true" />
  </section>
);
