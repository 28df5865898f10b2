import 'server-only';
import type { ReactNode } from 'react';
import { toSitePath } from '../../site/urls.ts';
import { Band } from '../band/band.tsx';
import { SubpagesHero } from '../subpages-hero/subpages-hero.tsx';
import styles from './unavailable.module.css';

type UnavailableProps = {
  /** What is missing, as a sentence. */
  readonly message: string;
  /** What the visitor can do. */
  readonly advice?: ReactNode;
};

const RELOAD_OR_WRITE = (
  <>
    Load this page again in a minute, or <a href={toSitePath('/contact')}>write to us</a>.
  </>
);

/** Takes the place of a part of a page that cannot be shown. */
export const Unavailable = ({ message, advice = RELOAD_OR_WRITE }: UnavailableProps) => (
  <div className={styles.bay}>
    <p className={styles.message}>{message}</p>
    <p className="muted">{advice}</p>
  </div>
);

/** The same as a section of its own. */
export const UnavailableSection = (props: UnavailableProps) => (
  <Band label="Not available" spacing="tight">
    <Unavailable {...props} />
  </Band>
);

type UnavailablePageProps = UnavailableProps & {
  /** The h1. */
  readonly title: string;
};

/** The same for all of a page but its title. */
export const UnavailablePage = ({ title, ...props }: UnavailablePageProps) => (
  <>
    <SubpagesHero headline={title} drawing="document" />
    <UnavailableSection {...props} />
  </>
);
