import type { ComponentProps, ReactNode } from 'react';
import styles from './scene.module.css';

type SceneProps = { readonly label: string; readonly children: ReactNode };

/** An illustration of the platform, on a sheet with a border. */
export const Scene = ({ label, children }: SceneProps) => (
  <svg className={styles.scene} viewBox="0 0 560 420" width="560" height="420" role="img" aria-label={label}>
    <rect x="0.5" y="0.5" width="559" height="419" rx="6" fill="var(--chalk)" stroke="var(--line)" />
    {children}
  </svg>
);

type SceneTextProps = Omit<ComponentProps<'text'>, 'children'> & { readonly text: string };

/** A text in an illustration. */
export const SceneText = ({ text, ...rest }: SceneTextProps) => <text {...rest}>{text}</text>;

/** The colours of a chosen entry and of the others. */
export const PLATE = { fill: 'var(--plate)' } as const;
export const CARD = { fill: 'var(--paper)', stroke: 'var(--edge-line)' } as const;
