/** Portraits of the sample team, drawn like the figures on road signs: without faces, but with different hair and clothes. */

import { colour, scene } from './scene.ts';

const SIZE = 160;

type Colour = Parameters<typeof colour>[0];

const shape = (d: string, fill: Colour): string => `<path d="${d}" fill="${colour(fill)}"/>`;

const stroke = (d: string, ink: Colour, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour(ink)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const HEAD = 'M80 38c17 0 27 13 27 32 0 21-12 37-27 37S53 91 53 70c0-19 10-32 27-32z';
const NECK = 'M68 92h24v24c0 7-5 12-12 12s-12-5-12-12z';
const SHOULDERS = 'M20 160c0-27 15-39 41-45 5-1 8-3 8-3 5 7 17 7 22 0 0 0 3 2 8 3 26 6 41 18 41 45z';

interface Portrait {
  readonly ground: Colour;
  readonly clothes: Colour;
  /** Behind the head. */
  readonly back?: string;
  /** Over the head and the clothes. */
  readonly front: string;
}

const draw = ({ ground, clothes, back = '', front }: Portrait): string =>
  scene(
    SIZE,
    SIZE,
    `<path d="M0 0h160v160H0z" fill="${colour(ground)}"/>${back}${shape(NECK, 'worn')}${shape(SHOULDERS, clothes)}
    ${shape(HEAD, 'paint')}${front}
    <rect x="6" y="6" width="148" height="148" rx="7" fill="none" stroke="${colour('white')}" stroke-width="4"/>`,
  );

const collar = (fill: Colour): string => shape('M62 113 80 140 58 132zM98 113 80 140l22-8z', fill);

/** By the name of the person in the content. */
export const portraits: Record<string, () => string> = {
  // A chin-length bob and a blazer.
  'portrait-henrike-voss': () =>
    draw({
      ground: 'sign',
      clothes: 'ground',
      back: shape('M80 26c26 0 37 17 37 42v34c0 6-8 8-16 8H59c-8 0-16-2-16-8V68c0-25 11-42 37-42z', 'marking'),
      front:
        shape('M80 28c21 0 31 14 31 36-12 0-26-5-35-16-5 8-14 14-27 16 0-22 10-36 31-36z', 'marking') +
        shape('M66 114 80 146 94 114c-4 5-24 5-28 0z', 'white'),
    }),
  // Long hair with a centre parting, and glasses.
  'portrait-mara-lindqvist': () =>
    draw({
      ground: 'ground',
      clothes: 'go',
      back: shape('M80 26c28 0 38 19 38 46 0 24 2 40 8 58-14 4-78 4-92 0 6-18 8-34 8-58 0-27 10-46 38-46z', 'worn'),
      front:
        shape('M80 28c-20 0-32 15-31 42 6-12 21-19 31-34 10 15 25 22 31 34 1-27-11-42-31-42z', 'worn') +
        stroke('M58 74h17v9a8 8 0 0 1-17 0zM85 74h17v9a8 8 0 0 1-17 0zM75 76h10', 'ground', 3),
    }),
  // Hair in a bun, and the headset of the support desk.
  'portrait-selin-aydin': () =>
    draw({
      ground: 'marking',
      clothes: 'sign',
      back: shape('M80 14a15 15 0 1 1 0 30 15 15 0 0 1 0-30z', 'ground'),
      front:
        shape('M80 30c20 0 31 13 30 36-6-14-17-20-30-20s-24 6-30 20c-1-23 10-36 30-36z', 'ground') +
        stroke('M49 74C47 44 61 30 80 30s33 14 31 44', 'stop', 4) +
        shape('M43 70h12v20H43zM105 70h12v20h-12z', 'stop') +
        stroke('M49 90c1 10 9 14 19 14', 'stop', 4),
    }),
  // Cropped hair and a roll-neck.
  'portrait-ilka-brandsma': () =>
    draw({
      ground: 'go',
      clothes: 'tar',
      front:
        shape('M80 32c20 0 30 12 29 32-5-7-6-13-12-16-13 5-25 5-34 0-6 3-7 9-12 16-1-20 9-32 29-32z', 'stop') +
        shape('M64 104c9 8 23 8 32 0v20c-9 7-23 7-32 0z', 'tar') +
        stroke('M64 112c9 8 23 8 32 0', 'worn', 2),
    }),
  // A side parting with hair to the shoulder, and round glasses.
  'portrait-leonie-achterberg': () =>
    draw({
      ground: 'ground',
      clothes: 'sign',
      back: shape('M80 27c27 0 37 18 37 44 0 18 3 30 1 44-12 8-64 8-76 0-2-14 1-26 1-44 0-26 10-44 37-44z', 'stop'),
      front:
        shape('M66 31c24-9 46 6 45 39-13-2-29-11-38-26-6 12-14 20-24 26-1-20 5-33 17-39z', 'stop') +
        stroke(
          'M58 76a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM86 76a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM74 75q6-4 12 0',
          'ground',
          3,
        ) +
        collar('white'),
    }),
  // Short hair, a beard and a tie.
  'portrait-tobias-wendt': () =>
    draw({
      ground: 'sign',
      clothes: 'tar',
      front:
        shape('M80 30c21 0 31 12 29 34-4-6-6-9-8-16-10 2-30 2-40-4-4 8-7 12-10 20-2-22 8-34 29-34z', 'worn') +
        shape('M53 70c3 10 6 14 13 14 6-4 22-4 28 0 7 0 10-4 13-14 0 24-12 39-27 39S53 94 53 70z', 'worn') +
        shape('M62 113 80 138 98 113l4 19-22 28-22-28z', 'white') +
        shape('M76 130h8l-2 8 5 22H73l5-22z', 'marking'),
    }),
};
