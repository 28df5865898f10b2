/** One illustration for each solution, 960 × 720. */

import { bulk, routes, rsoc, toCount, toMoney, toRpm } from '../figures.ts';
import { outlinedText } from './lettering.ts';
import { arrow, box, colour, plate, scene, shield } from './scene.ts';

const size = [960, 720] as const;

/** A roundabout sign, whose wider roads have a higher RPM. */
const monetization = (): string =>
  scene(
    ...size,
    `${box(0, 0, 960, 720, 'page')}
    ${box(0, 664, 960, 56, 'ground')}
    ${box(214, 600, 20, 76, 'gravel')}${box(726, 600, 20, 76, 'gravel')}
    ${box(48, 40, 864, 572, 'sign', 'rx="12"')}
    <rect x="56" y="48" width="848" height="556" rx="8" fill="none" stroke="${colour('white')}" stroke-width="4"/>
    <g fill="none" stroke="${colour('white')}">
      <circle cx="480" cy="356" r="66" stroke-width="36"/>
      <path stroke-width="52" d="M480 540V420M480 292V150"/>
      <path stroke-width="26" d="M416 356H210"/>
      <path stroke-width="18" d="M544 356H740"/>
      <path stroke-width="12" d="M526 402 610 486H650"/>
    </g>
    <path fill="${colour('white')}" d="M480 84 544 160H416ZM166 356l50-42v84ZM784 356l-48-36v72Z"/>
    ${shield(560, 96, 72, 'T1', 'white', 'sign')}
    ${outlinedText(toMoney(toRpm(routes.tier1)), { x: 650, y: 154, size: 62, fill: colour('white') })}
    ${shield(116, 224, 56, 'T2', 'white', 'sign')}
    ${outlinedText(toMoney(toRpm(routes.tier2)), { x: 186, y: 270, size: 50, fill: colour('white') })}
    ${shield(654, 224, 56, 'ZC', 'white', 'sign')}
    ${outlinedText(toMoney(toRpm(routes.zeroClick)), { x: 724, y: 270, size: 50, fill: colour('white') })}
    ${plate(650, 448, 216, 76, 'marking', 'ground')}
    ${outlinedText('FOR SALE', { x: 758, y: 499, size: 36, fill: colour('ground'), anchor: 'middle' })}
    ${box(372, 516, 216, 60, 'white', 'rx="6"')}
    <circle cx="404" cy="546" r="11" fill="${colour('marking')}"/>
    ${box(426, 541, 134, 10, 'ground', 'rx="2"')}`,
  );

/** A gantry over two separate lanes, Tier1 and Tier2. */
const adultTier2 = (): string => {
  const horizon = 330;
  const at = (slope: number, y: number) => `${(480 + slope * (y - horizon)).toFixed(1)} ${y}`;
  const strip = (from: number, to: number, top: number, bottom: number) =>
    `M${at(from, top)}L${at(to, top)}L${at(to, bottom)}L${at(from, bottom)}Z`;
  const centre = [
    [344, 352],
    [364, 380],
    [400, 428],
    [464, 514],
    [580, 670],
  ] as const;
  const stripes = Array.from({ length: 12 }, (_, index) => `M${124 + index * 64} 196h33l-28 44h-33Z`).join('');
  const signal = (x: number, inside: string) =>
    `${box(x - 62, 40, 124, 124, 'ground', `rx="6" stroke="${colour('gravel')}" stroke-width="4"`)}${inside}${box(x - 5, 164, 10, 36, 'gravel')}`;

  return scene(
    ...size,
    `${box(0, 0, 960, 720, 'page')}
    ${box(0, horizon, 960, 390, 'ground')}
    <path fill="${colour('paint')}" d="${strip(-1.2, -1.15, 336, 720)}${strip(1.15, 1.2, 336, 720)}${centre.map(([top, bottom]) => strip(-0.02, 0.02, top, bottom)).join('')}"/>
    <path fill="${colour('marking')}" d="${strip(0.53, 0.63, 560, 680)}M${at(0.36, 566)}L${at(0.58, 500)}L${at(0.8, 566)}Z"/>
    ${box(254, 510, 10, 70, 'gravel')}${box(406, 510, 10, 70, 'gravel')}
    ${box(230, 502, 210, 36, 'white', 'rx="3"')}
    <path fill="${colour('stop')}" d="M244 502h30l-24 36h-20V523ZM308 502h34l-24 36h-34ZM376 502h34l-24 36h-34ZM440 508v30h-20Z"/>
    ${signal(290, `<path fill="none" stroke="${colour('halt')}" stroke-width="15" stroke-linecap="round" d="M258 70l64 64M322 70l-64 64"/>`)}
    ${signal(670, arrow(670, 102, 1.9, 180, 'clear'))}
    ${box(96, 196, 768, 44, 'marking')}
    <path fill="${colour('ground')}" d="${stripes}"/>
    ${box(74, 150, 26, 420, 'gravel')}${box(860, 150, 26, 420, 'gravel')}
    ${box(286, 240, 8, 22, 'gravel')}${box(666, 240, 8, 22, 'gravel')}
    ${shield(244, 260, 92, 'T1', 'white', 'ground')}
    ${plate(604, 260, 132, 132)}
    ${outlinedText('T2', { x: 670, y: 357, size: 88, fill: colour('white'), anchor: 'middle' })}
    <circle cx="873" cy="420" r="62" fill="${colour('white')}" stroke="${colour('stop')}" stroke-width="16"/>
    ${outlinedText('18', { x: 873, y: 444, size: 68, fill: '#17191c', anchor: 'middle' })}
    ${box(62, 566, 50, 18, 'tar')}${box(848, 566, 50, 18, 'tar')}`,
  );
};

/** A car park from above. The random generator has a fixed seed, so that every run occupies the same bays. */
const portfolioPlan = (): string => {
  const [bay, depth, aisle] = [32, 58, 62];
  const period = depth * 2 + aisle;
  const taken: Record<'tar' | 'sign' | 'marking' | 'go', string> = { tar: '', sign: '', marking: '', go: '' };
  let seed = 20_261_120;
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 36; column += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const random = seed / 2_147_483_648;
      if (random > 0.84) continue;
      const kind = random < 0.5 ? 'sign' : random < 0.76 ? 'tar' : random < 0.81 ? 'marking' : 'go';
      const y = Math.floor(row / 2) * period + (row % 2) * depth + 8;
      // Bays outside of the image after rotation are not drawn.
      const tilt = (column * bay - 480) * 0.122;
      if (y - tilt < 0 || y - tilt > 800 || column < 2 || column * bay > 1090) continue;
      taken[kind] += `M${column * bay + 6} ${y}h20v42h-20Z`;
    }
  }
  const arrows = [1, 2, 3, 4].flatMap((lane) =>
    [400, 640, 880].map((x) =>
      arrow(x, (lane - 1) * period + depth * 2 + aisle / 2, 0.9, lane % 2 === 0 ? -90 : 90, 'worn'),
    ),
  );

  return scene(
    ...size,
    `<defs>
      <pattern id="bays" width="${bay}" height="${period}" patternUnits="userSpaceOnUse">
        <path fill="none" stroke="${colour('paint')}" stroke-width="3" d="M0 0V${depth * 2}M0 ${depth}H${bay}"/>
      </pattern>
    </defs>
    ${box(0, 0, 960, 720, 'ground')}
    <g transform="translate(-90 -70) rotate(-7 480 360)">
      <rect width="${bay * 36 + 2}" height="${period * 5 - aisle}" fill="url(#bays)"/>
      ${Object.entries(taken)
        .map(([kind, path]) => `<path fill="var(--${kind})" d="${path}"/>`)
        .join('')}
      ${arrows.join('')}
      <rect x="${bay * 14 - 7}" y="${period * 2 + depth - 7}" width="${bay * 9 + 14}" height="${depth + 14}" rx="6" fill="none" stroke="${colour('marking')}" stroke-width="6"/>
    </g>
    ${plate(556, 540, 356, 132)}
    ${outlinedText(toCount(bulk.limit), { x: 734, y: 634, size: 96, fill: colour('white'), anchor: 'middle' })}`,
  );
};

/** A signpost next to an empty bay. */
const forSale = (): string =>
  scene(
    ...size,
    `${box(0, 0, 960, 720, 'page')}
    ${box(0, 520, 960, 200, 'ground')}
    ${box(0, 508, 960, 14, 'worn')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="13" d="M142 724 338 546H622L818 724"/>
    ${outlinedText('P4', { x: 480, y: 690, size: 120, fill: colour('worn'), anchor: 'middle' })}
    <g fill="none" stroke="${colour('gravel')}" stroke-width="3">
      <path d="M820 508V330M796 330h84v54h-84ZM896 508V398M882 398h50v32h-50Z"/>
    </g>
    <g fill="${colour('ink')}">
      <path d="M196 60h24v480h-24ZM172 92h580v22H172ZM220 188 292 116h26l-98 98Z"/>
      <path d="M306 114h6v52h-6ZM648 114h6v52h-6ZM306 372h6v40h-6ZM648 372h6v40h-6Z"/>
      <circle cx="208" cy="52" r="18"/>
    </g>
    ${box(258, 160, 444, 220, 'marking', 'rx="8"')}
    <rect x="266" y="168" width="428" height="204" rx="5" fill="none" stroke="#17191c" stroke-width="4"/>
    ${outlinedText('FOR SALE', { x: 480, y: 278, size: 80, fill: '#17191c', anchor: 'middle' })}
    <path fill="#17191c" d="M342 318h284v10H342Z"/><circle cx="318" cy="323" r="10" fill="#17191c"/>
    ${plate(290, 408, 380, 76)}
    ${outlinedText('0%', { x: 380, y: 468, size: 62, fill: colour('white'), anchor: 'middle' })}
    ${arrow(600, 446, 1, 90, 'white')}
    <path fill="none" stroke="${colour('white')}" stroke-width="3" d="M490 414v64"/>
    ${box(172, 534, 72, 14, 'tar')}`,
  );

/** An article whose related searches are signs, and the route of one of them. */
const rsocPage = (): string => {
  const lines = (x: number, y: number, widths: readonly number[]) =>
    widths.map((width, index) => box(x, y + index * 20, width, 8, 'line', 'rx="2"')).join('');
  const sign = (y: number, name: string, width: number, isTaken: boolean) =>
    `${isTaken ? plate(92, y, 428, 62, 'marking', 'ground') : plate(92, y, 428, 62)}
    ${shield(108, y + 13, 36, name, isTaken ? 'ground' : 'white', isTaken ? 'marking' : 'sign')}
    ${box(162, y + 26, width, 10, isTaken ? 'ground' : 'white', 'rx="2"')}
    ${arrow(486, y + 31, 0.68, 90, isTaken ? 'ground' : 'white')}`;

  return scene(
    ...size,
    `${box(0, 0, 960, 720, 'ground')}
    <path fill="none" stroke="${colour('worn')}" stroke-width="5" stroke-dasharray="40 60" d="M616 0V720"/>
    <g fill="none" stroke="${colour('paint')}" stroke-width="5">
      <path d="M960 470H760M960 590H760"/>
    </g>
    <path fill="none" stroke="${colour('marking')}" stroke-width="16" d="M520 553H620Q690 553 690 483V330"/>
    <path fill="${colour('marking')}" d="M690 270 730 338H650Z"/>
    ${box(56, 44, 500, 676, 'paper', 'rx="6"')}
    ${box(92, 84, 372, 24, 'ink', 'rx="2"')}${box(92, 120, 264, 24, 'ink', 'rx="2"')}
    ${box(92, 168, 428, 128, 'page', 'rx="4"')}
    ${box(92, 224, 428, 72, 'line')}
    <path fill="${colour('gravel')}" d="M292 224h28l118 72H174Z"/>
    <path fill="${colour('paper')}" d="M305 232h2l1 8h-4ZM303 248h6l1 12h-8ZM301 270h10l3 26h-16Z"/>
    ${lines(92, 320, [428, 404, 428, 250])}
    ${box(92, 420, 456, 1, 'line')}
    ${sign(444, '1', 168, false)}${sign(522, '2', 224, true)}${sign(600, '3', 132, false)}
    ${lines(92, 688, [428, 380])}
    ${box(684, 200, 12, 70, 'worn')}
    ${plate(608, 70, 304, 140)}
    ${outlinedText(toMoney(rsoc.revenue / rsoc.clicks), { x: 760, y: 166, size: 88, fill: colour('white'), anchor: 'middle' })}
    ${outlinedText('P5', { x: 846, y: 556, size: 80, fill: colour('worn'), anchor: 'middle' })}`,
  );
};

/** Rows on a conveyor belt, which a pair of braces turns into signs. */
const api = (): string => {
  const row = (x: number, y: number, isDone: boolean, width: number) =>
    `${box(x, y, 148, 44, isDone ? 'sign' : 'white', 'rx="5"')}
    <circle cx="${x + 22}" cy="${y + 22}" r="7" fill="${isDone ? colour('marking') : colour('worn')}"/>
    ${box(x + 40, y + 18, width, 8, isDone ? 'white' : 'worn', 'rx="2"')}
    ${isDone ? `<path fill="none" stroke="${colour('white')}" stroke-width="5" d="m${x + 114} ${y + 22} 8 8 14-16"/>` : ''}`;
  const belt = (y: number, shift: number) =>
    [-60, 112, 284].map((x, index) => row(x + shift, y, false, [62, 44, 72][index] ?? 50)).join('') +
    [640, 812].map((x, index) => row(x + shift, y, true, [50, 62][index] ?? 50)).join('');
  const brace = (x: number, way: 1 | -1) =>
    `M${x + 62 * way} 128q${-52 * way} 0 ${-52 * way} 56v100q0 54 ${-50 * way} 66q${50 * way} 12 ${50 * way} 66v100q0 56 ${52 * way} 56`;
  const rollers = Array.from({ length: 17 }, (_, index) => `M${index * 60 + 12} 506h26`).join('');

  return scene(
    ...size,
    `${box(0, 0, 960, 720, 'page')}
    <path fill="none" stroke="${colour('gravel')}" stroke-width="8" d="M236 84H420Q480 84 480 144V196"/>
    ${box(56, 44, 184, 80, 'ink', 'rx="6"')}
    <path fill="none" stroke="${colour('page')}" stroke-width="6" d="m82 70 14 14-14 14M108 100h30"/>
    ${box(452, 180, 56, 30, 'ink', 'rx="4"')}
    ${box(0, 210, 960, 280, 'ground')}
    <path fill="none" stroke="${colour('worn')}" stroke-width="4" stroke-dasharray="42 63" d="M0 302H960M0 398H960"/>
    ${belt(234, 0)}${belt(328, -40)}${belt(424, 34)}
    ${box(362, 210, 236, 280, 'ground')}
    ${box(0, 490, 960, 32, 'gravel')}
    <path fill="none" stroke="${colour('page')}" stroke-width="10" stroke-linecap="round" d="${rollers}"/>
    <path fill="none" stroke="${colour('marking')}" stroke-width="34" d="${brace(352, 1)}${brace(608, -1)}"/>
    ${plate(394, 286, 172, 128)}
    ${outlinedText(toCount(bulk.selected), { x: 480, y: 378, size: 76, fill: colour('white'), anchor: 'middle' })}
    ${arrow(480, 610, 1.5, 90, 'ink')}
    ${[0, 1, 2].map((index) => box(130, 576 + index * 26, 190 - index * 34, 12, 'gravel', 'rx="2"')).join('')}
    ${[0, 1, 2].map((index) => box(640, 576 + index * 26, 190 - index * 34, 12, 'go', 'rx="2"')).join('')}`,
  );
};

export const solutions = {
  'solution-monetization': monetization,
  'solution-adult-tier2': adultTier2,
  'solution-portfolio': portfolioPlan,
  'solution-for-sale': forSale,
  'solution-rsoc': rsocPage,
  'solution-api': api,
} as const;
