/** The palette of the illustrations in both themes, and the shapes that several of them use. */

import { COLOURS, LOGO, toLogoSvg } from '../../../src/site/brand.ts';
import { outlinedText } from './lettering.ts';

const light = {
  page: '#efece4',
  paper: '#fff',
  ink: '#17191c',
  gravel: '#5b6068',
  line: '#d9d5cb',
  ground: COLOURS.tar,
  tar: '#2a2e34',
  paint: COLOURS.chalk,
  // Worn paint.
  worn: '#70757c',
  sign: COLOURS.plate,
  white: '#fff',
  // The yellow of road markings.
  marking: COLOURS.marking,
  // The green and red of plates and barriers.
  go: '#157347',
  stop: '#b3261e',
  // The brighter green and red of signal lamps, crosses and wrong turns: the same in both themes.
  clear: '#4cc38a',
  halt: '#ff6f61',
} as const;

const dark = {
  page: '#23272d',
  paper: '#2c3138',
  ink: '#f2efe8',
  gravel: '#a4a9b1',
  line: '#434951',
  ground: '#0c0d0f',
  tar: '#24282d',
  paint: '#dedbd3',
  worn: '#6b7077',
  sign: '#2b66db',
  go: '#1f8f59',
  stop: '#d8574d',
} as const;

type Colour = keyof typeof light;

const declare = (colours: Partial<Record<Colour, string>>): string =>
  `:root{${Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** A palette colour for `fill` and `stroke`: `var(--sign)`. */
export const colour = (name: Colour): string => `var(--${name})`;

export const scene = (width: number, height: number, body: string): string => {
  const style = `${declare(light)}@media(prefers-color-scheme:dark){${declare(dark)}}`;
  const compact = body.replace(/\s*\n\s*/g, '').replace(/ \/>/g, '/>');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${style}</style>${compact}</svg>\n`;
};

export const box = (x: number, y: number, width: number, height: number, fill: Colour, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour(fill)}" ${more}/>`;

/** A sign plate with a corner radius of 6 and the thin inner border of road signs. */
export const plate = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: Colour = 'sign',
  border: Colour = 'white',
): string =>
  box(x, y, width, height, fill, 'rx="6"') +
  `<rect x="${x + 4}" y="${y + 4}" width="${width - 8}" height="${height - 8}" rx="3.500" fill="none" stroke="${colour(border)}" stroke-width="2"/>`;

/** A square route shield with a short name. */
export const shield = (x: number, y: number, size: number, name: string, fill: Colour, ink: Colour): string =>
  box(x, y, size, size, fill, 'rx="5"') +
  outlinedText(name, {
    x: x + size / 2,
    y: y + size * 0.75,
    size: size * (name.length > 1 ? 0.56 : 0.72),
    fill: colour(ink),
    anchor: 'middle',
  });

/** An arrow of 40 × 48, pointing up, rotated about its center. */
export const arrow = (x: number, y: number, scale: number, turn: number, fill: Colour): string =>
  `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" fill="${colour(fill)}" d="M0-24 20-3 13 4 5-4V24H-5V-4L-13 4-20-3Z"/>`;

interface Type {
  readonly size: number;
  readonly fill: Colour;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: number;
  readonly family?: 'sans' | 'mono';
}

/** Text in Overpass. Only for drawings that are rasterised, because an SVG inside `img` cannot use web fonts. */
export const text = (
  words: string,
  x: number,
  y: number,
  { size, fill, anchor = 'start', weight = 800, family = 'sans' }: Type,
): string =>
  `<text x="${x}" y="${y}" font-family="var(--${family})" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${colour(fill)}" letter-spacing="${family === 'sans' && size > 30 ? '-.015em' : 0}">${words}</text>`;

/** The logo. */
export const signMark = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / LOGO.size})">${toLogoSvg(colour('sign'), '#fff')}</g>`;
