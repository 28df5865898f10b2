/** Illustrations of four mistakes with nameservers, 480 × 300. */

import { outlinedText } from './lettering.ts';
import { arrow, box, colour, plate, scene } from './scene.ts';

const size = [480, 300] as const;

const cross = (x: number, y: number, reach: number, width: number): string =>
  `<path fill="none" stroke="${colour('halt')}" stroke-width="${width}" stroke-linecap="round" d="M${x - reach} ${y - reach}l${reach * 2} ${reach * 2}M${x + reach} ${y - reach}l${-reach * 2} ${reach * 2}"/>`;

const post = (x: number, y: number, height: number): string => box(x - 5, y, 10, height, 'gravel');

/** A closed barrier with a new lock, which the old key, labelled DS, does not fit. */
const staleKey = (): string => {
  const stripes = [0, 1, 2, 3].map((index) => box(196 + index * 72, 196, 36, 18, 'stop')).join('');

  return scene(
    ...size,
    `${box(0, 0, 480, 300, 'page')}
    ${box(0, 252, 480, 48, 'ground')}
    ${box(152, 196, 312, 18, 'white', `stroke="${colour('ink')}" stroke-width="1.500"`)}${stripes}
    ${box(448, 214, 8, 38, 'gravel')}
    ${box(56, 112, 104, 140, 'sign', 'rx="6"')}
    <rect x="60" y="116" width="96" height="132" rx="3.500" fill="none" stroke="${colour('white')}" stroke-width="2"/>
    <circle cx="108" cy="172" r="21" fill="${colour('white')}"/>
    <path fill="${colour('white')}" d="M100 184h16l8 42h-32Z"/>
    <g transform="translate(222 62) rotate(18)">
      <path fill="${colour('marking')}" fill-rule="evenodd" stroke="${colour('ink')}" stroke-width="2.500" d="M86-34a34 34 0 1 1-33 42H-2v22h-18V8h-18v16h-18V-8H53A34 34 0 0 1 86-34Zm10 22a12 12 0 1 0 0 24 12 12 0 0 0 0-24Z"/>
    </g>
    <path fill="none" stroke="${colour('gravel')}" stroke-width="2.500" d="M330 96q22 4 30 22"/>
    ${plate(338, 112, 96, 56, 'paper', 'ink')}
    ${outlinedText('DS', { x: 386, y: 153, size: 38, fill: colour('ink'), anchor: 'middle' })}
    ${cross(190, 140, 15, 9)}`,
  );
};

/** The sign OLD (the registrar's own nameservers) is back on its posts, and the sign NEW lies on the ground. */
const swappedSign = (): string =>
  scene(
    ...size,
    `${box(0, 0, 480, 300, 'page')}
    ${box(0, 244, 480, 56, 'ground')}
    ${post(150, 60, 192)}${post(262, 60, 192)}
    ${plate(106, 36, 200, 100, 'paper', 'ink')}
    ${outlinedText('OLD', { x: 206, y: 109, size: 62, fill: colour('ink'), anchor: 'middle' })}
    <path fill="none" stroke="${colour('marking')}" stroke-width="13" d="M330 190a62 62 0 0 0 20-104"/>
    <path fill="${colour('marking')}" d="m316 66 58-10-22 52Z"/>
    <g transform="rotate(-8 330 236)">
      ${plate(256, 196, 170, 76)}
      ${outlinedText('NEW', { x: 341, y: 252, size: 50, fill: colour('white'), anchor: 'middle' })}
    </g>
    <path fill="none" stroke="${colour('worn')}" stroke-width="3" d="M56 272h70M150 284h60M436 284h30"/>`,
  );

/** Two signs on one post point in opposite directions, and the lane divides. */
const mixedPair = (): string =>
  scene(
    ...size,
    `${box(0, 0, 480, 300, 'page')}
    ${box(0, 212, 480, 88, 'ground')}
    ${post(240, 18, 202)}
    <path fill="${colour('sign')}" d="M206 36H410l34 40-34 40H206Z"/>
    <path fill="none" stroke="${colour('white')}" stroke-width="2" d="M210 40H408l31 36-31 36H210Z"/>
    ${outlinedText('NEW', { x: 306, y: 95, size: 54, fill: colour('white'), anchor: 'middle' })}
    <path fill="${colour('paper')}" d="M274 126H70l-34 36 34 36H274Z"/>
    <path fill="none" stroke="${colour('ink')}" stroke-width="2" d="M270 130H72l-31 32 31 32H270Z"/>
    ${outlinedText('OLD', { x: 172, y: 181, size: 54, fill: colour('ink'), anchor: 'middle' })}
    <path fill="none" stroke="${colour('marking')}" stroke-width="11" d="M240 300q0-36 40-36h110"/>
    <path fill="${colour('marking')}" d="M384 242l40 22-40 22Z"/>
    <path fill="none" stroke="${colour('halt')}" stroke-width="11" d="M240 300q0-36-40-36H90"/>
    <path fill="${colour('halt')}" d="M96 242l-40 22 40 22Z"/>`,
  );

/** Three bays from above, one for each account: the domain is parked in bay B; bay P, where it belongs, is empty. */
const wrongBay = (): string => {
  const bay = (index: number) => 36 + index * 136;
  const accountPlate = (index: number, text: string, fill: 'sign' | 'paper') =>
    `${plate(bay(index) + 30, 24, 76, 52, fill, fill === 'sign' ? 'white' : 'ink')}
    ${outlinedText(text, { x: bay(index) + 68, y: 63, size: 38, fill: colour(fill === 'sign' ? 'white' : 'ink'), anchor: 'middle' })}`;

  return scene(
    ...size,
    `${box(0, 0, 480, 300, 'ground')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="6" d="M36 92V300M172 92V300M308 92V300M444 92V300M33 92H447"/>
    ${accountPlate(0, 'A', 'paper')}${accountPlate(1, 'B', 'paper')}${accountPlate(2, 'P', 'sign')}
    ${box(68, 124, 72, 116, 'tar', 'rx="6"')}<circle cx="104" cy="182" r="9" fill="${colour('worn')}"/>
    ${box(204, 124, 72, 116, 'marking', 'rx="6"')}<circle cx="240" cy="182" r="9" fill="#17191c"/>
    <rect x="340" y="124" width="72" height="116" rx="6" fill="none" stroke="${colour('marking')}" stroke-width="4" stroke-dasharray="12 9"/>
    ${arrow(311, 182, 0.85, 90, 'white')}
    ${cross(240, 268, 12, 8)}`,
  );
};

export const guides = {
  'guide-stale-key': staleKey,
  'guide-swapped-sign': swappedSign,
  'guide-mixed-pair': mixedPair,
  'guide-wrong-plate': wrongBay,
} as const;
