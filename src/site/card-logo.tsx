import 'server-only';
import { COLOURS, LOGO } from './brand.ts';

/**
 * The logo on social cards.
 *
 * @param props.size width and height in pixels.
 */
export const CardLogo = ({ size }: { readonly size: number }) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is rasterized, and a bitmap cannot carry a title.
  <svg viewBox={`0 0 ${LOGO.size} ${LOGO.size}`} width={size} height={size}>
    <path d={LOGO.plate} fill={COLOURS.plate} />
    <path d={LOGO.border} fill="none" stroke={COLOURS['on-plate']} strokeWidth={LOGO.borderWidth} />
    <path d={LOGO.sign} fill={COLOURS['on-plate']} />
  </svg>
);
