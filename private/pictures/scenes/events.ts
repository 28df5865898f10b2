/** Illustrations for events, 1600 × 1000: a floor plan, a booth, a slide. */

import { leads, parking, routes, soldTotal, toCount, toDollars, toMoney, toRpm } from '../figures.ts';
import { arrow, box, colour, plate, scene, shield, signMark, text } from './scene.ts';

const size = [1600, 1000] as const;

const ownBooth = 4;

const boothPlan = (): string => {
  const [bayWidth, bayDepth] = [96, 84];
  // [first number, count, x, y]: top wall, two islands of two rows, and the bottom wall on both sides of the entrance.
  const rows = [
    [1, 11, 92, 112],
    [12, 9, 188, 276],
    [21, 9, 188, 360],
    [30, 9, 188, 524],
    [39, 9, 188, 608],
    [48, 4, 92, 772],
    [52, 4, 764, 772],
  ] as const;
  const bays = rows.flatMap(([first, count, x, y]) =>
    Array.from({ length: count }, (_, index) => {
      const number = first + index;
      const left = x + index * bayWidth;
      if (number === ownBooth) return '';
      return `<rect x="${left}" y="${y}" width="${bayWidth}" height="${bayDepth}" fill="${colour('paper')}" stroke="${colour('gravel')}" stroke-width="2"/>
        ${text(String(number), left + bayWidth / 2, y + bayDepth / 2 + 9, { size: 24, fill: 'gravel', weight: 600, anchor: 'middle', family: 'mono' })}`;
    }),
  );
  const left = 92 + 3 * bayWidth;

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(80, 100, 1080, 768, 'paper')}
    ${bays.join('')}
    <path fill="none" stroke="${colour('ink')}" stroke-width="10" d="M492 868H80V100H1160V868H748"/>
    <path fill="none" stroke="${colour('sign')}" stroke-width="10" stroke-dasharray="30 45" d="M620 852V752M598 734H156M138 716V252M160 236H${left + 20}"/>
    ${arrow(left + 48, 227, 1.1, 0, 'sign')}
    ${box(left - 3, 109, bayWidth + 6, bayDepth + 6, 'marking', `stroke="${colour('ink')}" stroke-width="4"`)}
    ${signMark(left + 20, 126, 56)}
    ${arrow(620, 906, 1, 0, 'ink')}${text('Entrance', 652, 918, { size: 28, fill: 'ink' })}
    ${text('Hall 4', 80, 68, { size: 48, fill: 'ink' })}
    ${text('0', 936, 934, { size: 20, fill: 'gravel', weight: 600, anchor: 'middle' })}
    ${text('20 m', 1128, 934, { size: 20, fill: 'gravel', weight: 600, anchor: 'middle' })}
    ${box(936, 944, 96, 10, 'ink')}<rect x="1032" y="945" width="96" height="8" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width="2"/>

    ${box(1252, 560, 16, 440, 'gravel')}${box(1484, 560, 16, 440, 'gravel')}
    ${plate(1212, 100, 328, 500)}
    ${signMark(1244, 134, 92)}
    ${text('Park here', 1508, 196, { size: 32, fill: 'white', anchor: 'end' })}
    <path stroke="${colour('white')}" stroke-width="3" d="M1216 262H1536"/>
    ${arrow(1276, 324, 1.3, -90, 'white')}${text('first aisle', 1326, 335, { size: 33, fill: 'white' })}
    ${arrow(1276, 424, 1.3, 90, 'white')}${text('third aisle', 1326, 435, { size: 33, fill: 'white' })}
    ${arrow(1276, 524, 1.3, 0, 'white')}${text('fourth bay', 1326, 535, { size: 33, fill: 'white' })}`,
  );
};

const boothFront = (): string => {
  const metre = 180;
  const [left, top] = [260, 350];
  const floor = top + 2.5 * metre;
  const right = left + 6 * metre;
  const middle = left + 3 * metre;
  const counter = { x: left + 3.9 * metre, y: floor - 1.05 * metre, width: 1.8 * metre } as const;
  const measure = (path: string, fill: 'gravel' | 'worn') =>
    `<path fill="none" stroke="${colour(fill)}" stroke-width="2" d="${path}"/>`;
  const bays = [1, 2, 3].map((bay) => {
    const x = left + 36 + (bay - 1) * 98;
    return `<path stroke="${colour('paint')}" stroke-width="6" d="M${x} ${top + 140}V${floor - 40}"/>
      ${text(`P${bay}`, x + 49, floor - 60, { size: 38, fill: bay === 2 ? 'marking' : 'worn', anchor: 'middle' })}`;
  });
  const screen = { x: left + 4 * metre + 38, y: top + 40 } as const;

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(0, floor, 1600, 1000 - floor, 'ground')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="8" stroke-dasharray="90 135" d="M70 ${floor + 140}H1600"/>

    ${box(left, top, 6 * metre, 2.5 * metre, 'paper', `stroke="${colour('ink')}" stroke-width="4"`)}
    ${box(left, top, 2 * metre, 2.5 * metre, 'ground')}
    ${bays.join('')}<path stroke="${colour('paint')}" stroke-width="6" d="M${left + 330} ${top + 140}V${floor - 40}"/>
    ${text('Park here.', left + 34, top + 90, { size: 60, fill: 'paint' })}

    ${box(left + 2 * metre, top, 2 * metre, 2.5 * metre, 'sign')}
    <g fill="none" stroke="${colour('white')}">
      <circle cx="${middle}" cy="${top + 220}" r="44" stroke-width="24"/>
      <path stroke-width="34" d="M${middle} ${floor}V${top + 264}M${middle} ${top + 176}V${top + 92}"/>
      <path stroke-width="18" d="M${middle - 42} ${top + 220}H${middle - 122}"/>
      <path stroke-width="12" d="M${middle + 42} ${top + 220}H${middle + 122}"/>
    </g>
    <path fill="${colour('white')}" d="M${middle} ${top + 36}l46 58h-92ZM${middle - 156} ${top + 220}l40-34v68ZM${middle + 156} ${top + 220}l-38-30v60Z"/>
    ${shield(middle + 62, top + 44, 56, '1', 'white', 'sign')}
    ${shield(middle - 148, top + 122, 46, '2', 'white', 'sign')}
    ${shield(middle + 96, top + 122, 46, '0', 'white', 'sign')}

    ${box(screen.x, screen.y, 284, 180, 'ground', 'rx="6"')}
    ${box(screen.x + 10, screen.y + 10, 264, 160, 'paper')}
    <path fill="none" stroke="${colour('line')}" stroke-width="2" d="M${screen.x + 26} ${screen.y + 54}h232m-232 38h232m-232 38h232"/>
    <path fill="none" stroke="${colour('sign')}" stroke-width="6" stroke-linejoin="round" d="M${screen.x + 26} ${screen.y + 114}l40-6 38 10 40-32 38 10 40-36 36-8"/>

    ${box(middle - 8, 232, 16, 40, 'gravel')}${signMark(middle - 84, 64, 168)}
    ${box(left - 20, top - 84, 6 * metre + 40, 64, 'ground', 'rx="6"')}
    <path stroke="${colour('marking')}" stroke-width="10" stroke-dasharray="60 90" d="M${middle - 480} ${top - 52}H${middle + 480}"/>
    ${box(left + 60, top - 20, 12, 20, 'gravel')}${box(right - 72, top - 20, 12, 20, 'gravel')}

    ${box(counter.x, counter.y, counter.width, 1.05 * metre, 'marking', `stroke="${colour('ink')}" stroke-width="3"`)}
    ${box(counter.x - 10, counter.y, counter.width + 20, 14, 'ink')}
    ${box(counter.x + 100, counter.y + 62, 124, 10, 'ground', 'rx="5"')}
    ${box(counter.x + 110, counter.y + 67, 104, 62, 'white', `stroke="${colour('ink')}" stroke-width="2"`)}
    <path stroke="${colour('worn')}" stroke-width="4" d="M${counter.x + 124} ${counter.y + 90}h76m-76 18h48"/>

    ${measure(`M${left} ${floor + 64}H${right}M${left} ${floor + 50}v28M${right} ${floor + 50}v28`, 'worn')}
    ${box(middle - 74, floor + 44, 148, 40, 'ground')}${text('6.00 m', middle, floor + 75, { size: 30, fill: 'paint', anchor: 'middle', weight: 600 })}
    ${measure(`M160 ${top}V${floor}M146 ${top}h28M146 ${floor}h28`, 'gravel')}
    <g transform="rotate(-90 160 ${top + 1.25 * metre})">${box(86, top + 1.25 * metre - 20, 148, 40, 'page')}${text('2.50 m', 160, top + 1.25 * metre + 11, { size: 30, fill: 'ink', anchor: 'middle', weight: 600 })}</g>
    ${measure(`M${right + 60} ${counter.y}V${floor}M${right + 46} ${counter.y}h28M${right + 46} ${floor}h28`, 'gravel')}
    ${text('1.05 m', right + 84, floor - 0.525 * metre + 10, { size: 30, fill: 'ink', weight: 600 })}
    ${text('Front 1 : 25', 70, 96, { size: 40, fill: 'ink' })}`,
  );
};

const feedRouting = (): string => {
  const stops = [
    { y: 150, name: '1', route: routes.tier1, road: 34 },
    { y: 370, name: '2', route: routes.tier2, road: 18 },
    { y: 590, name: '0', route: routes.zeroClick, road: 12 },
  ] as const;
  const signs = stops.map(
    ({ y, name, route }) => `
      ${plate(652, y - 72, 540, 144)}
      ${shield(680, y - 44, 88, name, 'white', 'sign')}
      ${text(route.name, 794, y - 6, { size: 38, fill: 'white' })}
      ${text(`${toCount(route.visitors)} visitors`, 794, y + 34, { size: 26, fill: 'white', weight: 400 })}
      ${text(toMoney(toRpm(route)), 1164, y - 6, { size: 40, fill: 'marking', anchor: 'end' })}
      ${text('RPM', 1164, y + 34, { size: 26, fill: 'white', weight: 400, anchor: 'end' })}`,
  );
  const ways = stops.map(
    ({ y, road }) =>
      `<path stroke-width="${road}" d="M450 480H510Q560 480 560 ${y < 480 ? 430 : 530}V${y < 480 ? y + 50 : y - 50}Q560 ${y} 610 ${y}H652M1192 ${y}H1230Q1280 ${y} 1280 ${y < 370 ? y + 50 : y > 370 ? y - 50 : y}V370"/>`,
  );

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'ground')}
    <g fill="none" stroke="${colour('worn')}">
      ${ways.join('')}
      <path stroke-width="18" d="M230 480H330M1192 370H1330"/>
      <path stroke-width="8" stroke-dasharray="24 18" d="M390 550V780Q390 840 450 840H652M1192 840H1330"/>
    </g>
    <path fill="${colour('worn')}" d="M1374 370 1326 330V410ZM1374 840l-48-34v68ZM330 480l-40-34v68Z"/>
    <g transform="rotate(45 390 480)">${box(310, 400, 160, 160, 'marking', 'rx="10"')}<rect x="319" y="409" width="142" height="142" rx="5" fill="none" stroke="${colour('ground')}" stroke-width="5"/></g>
    ${text('Auction', 390, 493, { size: 38, fill: 'ground', anchor: 'middle' })}
    ${plate(40, 400, 200, 160, 'white', 'ground')}
    ${text('Visitor on', 140, 460, { size: 26, fill: 'ground', anchor: 'middle', weight: 600 })}
    ${text('your domain', 140, 492, { size: 26, fill: 'ground', anchor: 'middle', weight: 600 })}
    <circle cx="92" cy="522" r="9" fill="${colour('sign')}"/>${box(110, 517, 84, 9, 'ground', 'rx="2"')}
    ${signs.join('')}
    ${plate(652, 768, 540, 144, 'marking', 'ground')}
    ${text('For-sale lander', 684, 834, { size: 40, fill: 'ground' })}
    ${text(`${leads.length} leads, commission 0%`, 684, 874, { size: 26, fill: 'ground', weight: 600 })}
    ${plate(1374, 270, 190, 200, 'go')}
    ${text('Payout', 1469, 340, { size: 34, fill: 'white', anchor: 'middle' })}
    ${text(toMoney(parking.revenue), 1469, 392, { size: 31, fill: 'white', anchor: 'middle' })}
    ${text('30 days', 1469, 432, { size: 24, fill: 'white', anchor: 'middle', weight: 400 })}
    ${plate(1374, 760, 190, 160, 'white', 'ground')}
    ${text('Buyers', 1469, 816, { size: 30, fill: 'ground', anchor: 'middle' })}
    ${text('pay you', 1469, 848, { size: 24, fill: 'ground', anchor: 'middle', weight: 400 })}
    ${text(toDollars(soldTotal), 1469, 888, { size: 34, fill: 'ground', anchor: 'middle' })}
    ${text('One visitor,', 40, 124, { size: 68, fill: 'paint' })}
    ${text('four ways', 40, 200, { size: 68, fill: 'paint' })}`,
  );
};

export const events = {
  'booth-plan': boothPlan,
  'booth-front': boothFront,
  'slide-feed-routing': feedRouting,
} as const;
