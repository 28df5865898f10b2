/** Illustrations of the three features on the home page, 480 × 320: a road, a car park from above, a barrier. */

import { portfolioByRoute, tier1, tier2, toCount, toMoney, toRpm } from '../figures.ts';
import { outlinedText } from './lettering.ts';
import { arrow, box, colour, plate, scene, shield } from './scene.ts';

const size = [480, 320] as const;

const monetization = (): string => {
  const horizon = 192;
  const at = (slope: number, y: number) => `${(240 + slope * (y - horizon)).toFixed(1)} ${y}`;
  const strip = (from: number, to: number, top: number, bottom: number) =>
    `M${at(from, top)}L${at(to, top)}L${at(to, bottom)}L${at(from, bottom)}Z`;
  const arrowOn = (lane: number) =>
    `${strip(lane - 0.07, lane + 0.07, 256, 304)}M${at(lane - 0.28, 257)}L${at(lane, 234)}L${at(lane + 0.28, 257)}Z`;
  const truss = Array.from({ length: 13 }, (_, index) => `L${57 + index * 30.5} ${index % 2 === 0 ? 30 : 50}`).join('');

  return scene(
    ...size,
    `${box(0, 0, 480, 320, 'page')}
    ${box(0, horizon, 480, 128, 'ground')}
    <path fill="${colour('paint')}" d="${strip(-1.66, -1.59, 198, 320)}${strip(1.59, 1.66, 198, 320)}
      ${strip(-0.025, 0.025, 204, 210)}${strip(-0.025, 0.025, 219, 230)}${strip(-0.025, 0.025, 246, 266)}${strip(-0.025, 0.025, 292, 320)}"/>
    <path fill="${colour('marking')}" d="${arrowOn(-0.8)}"/>
    <path fill="${colour('worn')}" d="${arrowOn(0.8)}"/>
    <g fill="none" stroke="${colour('gravel')}" stroke-width="3"><path d="M46 30H434M46 50H434M52 50${truss}"/></g>
    ${box(40, 24, 9, 192, 'gravel')}${box(431, 24, 9, 192, 'gravel')}
    ${plate(66, 44, 204, 126)}
    ${shield(84, 62, 40, 'T1', 'white', 'sign')}
    ${arrow(238, 84, 0.95, 0, 'white')}
    ${outlinedText(toMoney(toRpm(tier1)), { x: 82, y: 152, size: 49, fill: colour('white') })}
    ${plate(286, 44, 128, 92, 'paper', 'ink')}
    ${shield(301, 58, 28, 'T2', 'ink', 'paper')}
    ${arrow(392, 73, 0.62, 0, 'ink')}
    ${outlinedText(toMoney(toRpm(tier2)), { x: 300, y: 123, size: 31, fill: colour('ink') })}`,
  );
};

const management = (): string => {
  const lines = Array.from({ length: 11 }, (_, index) => `M${20 + index * 44} 0v70M${20 + index * 44} 250v70`).join('');
  const parked = [
    [0, 12],
    [1, 12],
    [3, 12],
    [5, 12],
    [6, 12],
    [9, 12],
    [0, 262],
    [2, 262],
    [3, 262],
    [4, 262],
    [7, 262],
    [8, 262],
  ] as const;
  const domains = parked.map(
    ([bay, y], index) =>
      box(28 + bay * 44, y, 28, 46, index === 7 ? 'marking' : 'tar', 'rx="3"') +
      `<circle cx="${42 + bay * 44}" cy="${y + 23}" r="4" fill="${colour(index === 7 ? 'ground' : 'worn')}"/>`,
  );
  const turns = [0, 45, 90] as const;
  const names = ['T1', 'T2', 'RS'] as const;
  const rows = portfolioByRoute.map(({ domains: count }, index) => {
    const y = 70 + index * 66;
    return `${shield(104, y, 46, names[index] ?? '', 'white', 'sign')}
      ${arrow(186, y + 23, 0.75, turns[index] ?? 0, 'white')}
      ${outlinedText(toCount(count), { x: 374, y: y + 41, size: 52, fill: colour('marking'), anchor: 'end' })}`;
  });

  return scene(
    ...size,
    `${box(0, 0, 480, 320, 'ground')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="3" d="${lines}"/>
    ${domains.join('')}
    ${plate(86, 56, 308, 208)}
    <path fill="none" stroke="${colour('white')}" stroke-width="2" d="M90 127H390M90 193H390"/>
    ${rows.join('')}`,
  );
};

/** The boom of the barrier, closed; the page lifts it around the centre of its hinge at 80, 170. */
const boom = (): string =>
  scene(
    ...size,
    `<g transform="translate(80 170)">
      ${box(-14, -8, 194, 16, 'white', `stroke="${colour('ink')}" stroke-width="1.500"`)}
      ${[0, 1, 2].map((index) => box(28 + index * 52, -8, 26, 16, 'stop')).join('')}
      <circle r="9" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width="1.500"/>
    </g>`,
  );

const sales = (): string =>
  scene(
    ...size,
    `${box(0, 0, 480, 320, 'page')}
    ${box(0, 248, 480, 72, 'ground')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="5" stroke-dasharray="45 67.500" d="M-20 288H500"/>
    ${box(52, 146, 56, 102, 'ink', 'rx="4"')}
    ${box(62, 198, 36, 6, 'paper')}
    ${box(348, 60, 10, 188, 'gravel')}
    ${plate(262, 44, 182, 122, 'marking', 'ground')}
    ${outlinedText('0%', { x: 353, y: 140, size: 104, fill: colour('ground'), anchor: 'middle' })}
    ${box(262, 174, 182, 46, 'go', 'rx="6"')}
    ${arrow(353, 197, 0.78, -90, 'white')}`,
  );

export const features = {
  'feature-monetization': monetization,
  'feature-management': management,
  'feature-sales': sales,
  'feature-sales-boom': boom,
} as const;
