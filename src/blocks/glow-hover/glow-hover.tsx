import type { ReactNode } from 'react';
import styles from './glow-hover.module.css';
import { GlowLight } from './glow-light.client.tsx';

type GlowHoverProps = {
  readonly children: ReactNode;
  readonly className?: string | undefined;
};

/** A card with a light along its edge that follows the pointer. Off for touch devices and reduced motion. */
export const GlowHover = ({ children, className }: GlowHoverProps) => (
  <GlowLight className={className ? `${styles.card} ${className}` : styles.card}>{children}</GlowLight>
);
