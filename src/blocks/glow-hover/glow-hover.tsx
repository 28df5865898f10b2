import type { ReactNode } from 'react';
import styles from './glow-hover.module.css';
import { GlowLight } from './glow-light.client.tsx';

type GlowHoverProps = {
  readonly children: ReactNode;
  readonly className?: string | undefined;
};

/** A card along whose edge a soft light follows the pointer. Off on touch and where motion is not wanted. */
export const GlowHover = ({ children, className }: GlowHoverProps) => (
  <GlowLight className={className ? `${styles.card} ${className}` : styles.card}>{children}</GlowLight>
);
