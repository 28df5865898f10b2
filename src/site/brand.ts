/**
 * The logo and the colours of the brand, for images to which style sheets do not apply: icons, social cards and
 * pictures. `docs/rebranding.md` says how to change them.
 */

/** SVG paths in a square of `size`: a parking sign whose P contains a dot, like a domain name. */
export const LOGO = {
  size: 48,
  /** The background of the sign. */
  plate: 'M6 0h36a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z',
  /** A line inside the edge of the plate. */
  border: 'M6.5 2.5h35a4 4 0 0 1 4 4v35a4 4 0 0 1-4 4h-35a4 4 0 0 1-4-4v-35a4 4 0 0 1 4-4z',
  borderWidth: 1.5,
  /** The letter P. */
  sign: 'M14 9.5h7v29h-7zM17.5 19a9.5 9.5 0 1 1 19 0a9.5 9.5 0 1 1-19 0z',
} as const;

/** The values of these tokens in `src/styles/tokens.css`; a unit test compares them. */
export const COLOURS = {
  plate: '#1150c4',
  'on-plate': '#ffffff',
  marking: '#ffc72c',
  tar: '#1b1f24',
  chalk: '#f7f5f0',
} as const;

/** The value of `chalk` in the dark theme. */
export const DARK_CHALK = '#0d0f12';

/** The logo as the content of an SVG element. The colours may be any SVG paint, for example `var(--plate)`. */
export const toLogoSvg = (plate: string, ink: string): string =>
  `<path d="${LOGO.plate}" fill="${plate}"/>` +
  `<path d="${LOGO.border}" fill="none" stroke="${ink}" stroke-width="${LOGO.borderWidth}"/>` +
  `<path d="${LOGO.sign}" fill="${ink}"/>`;
