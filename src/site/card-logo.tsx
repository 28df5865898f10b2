import 'server-only';
import type { CSSProperties } from 'react';
import { COLOURS, LOGO } from './brand.ts';

type CardLogoProps = {
  /** Width and height in pixels. */
  readonly size: number;
  readonly style?: CSSProperties;
};

/** The logo on social cards. */
export const CardLogo = ({ size, style }: CardLogoProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is rasterized, and a bitmap cannot carry a title.
  <svg viewBox={`0 0 ${LOGO.size} ${LOGO.size}`} width={size} height={size} style={style}>
    <path d={LOGO.plate} fill={COLOURS.plate} />
    <path d={LOGO.border} fill="none" stroke={COLOURS['on-plate']} strokeWidth={LOGO.borderWidth} />
    <path d={LOGO.sign} fill={COLOURS['on-plate']} />
  </svg>
);
