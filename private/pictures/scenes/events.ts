/** Drawings around events, 1600 × 1000: a hall, a booth, a slide. */

import { leads, routes, soldTotal, tier1, toCount, toDollars, toMoney, toRpm, total } from '../figures.ts';
import { arrow, box, colour, plate, scene, shield, signMark, text } from './scene.ts';

const size = [1600, 1000] as const;

const ours = 24;

const boothPlan = (): string => {
  const [bayWidth, bayDepth] = [96, 84];
  // [first number, count, x, y]: top wall, two islands of two rows, bottom wall either side of the entrance.
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
      if (number === ours) return '';
      return `<rect x="${left}" y="${y}" width="${bayWidth}" height="${bayDepth}" fill="${colour('paper')}" stroke="${colour('gravel')}" stroke-width="2"/>
        ${text(String(number), left + bayWidth / 2, y + bayDepth / 2 + 9, { size: 24, fill: 'gravel', weight: 600, anchor: 'middle', family: 'mono' })}`;
    }),
  );
  const left = 188 + 3 * bayWidth;

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(80, 100, 1080, 768, 'paper')}
    ${bays.join('')}
    <path fill="none" stroke="${colour('ink')}" stroke-width="10" d="M492 868H80V100H1160V868H748"/>
    <path fill="none" stroke="${colour('ink')}" stroke-width="3" d="M492 868a128 128 0 0 1 128 128M748 868a128 128 0 0 0-128 128" stroke-dasharray="12 18"/>
    <path fill="none" stroke="${colour('sign')}" stroke-width="10" stroke-dasharray="30 45" d="M620 860V734H138V484H${left + 48}"/>
    ${arrow(left + 48, 470, 1.5, 0, 'sign')}
    ${box(left - 3, 357, bayWidth + 6, bayDepth + 6, 'marking', `stroke="${colour('ink')}" stroke-width="4"`)}
    ${signMark(left + 20, 374, 56)}
    ${text('Entrance', 620, 916, { size: 26, fill: 'ink', anchor: 'middle' })}
    ${text('Hall 2', 80, 68, { size: 48, fill: 'ink' })}
    ${text('0', 936, 934, { size: 20, fill: 'gravel', weight: 600, anchor: 'middle' })}
    ${text('20 m', 1128, 934, { size: 20, fill: 'gravel', weight: 600, anchor: 'middle' })}
    ${box(936, 944, 96, 10, 'ink')}<rect x="1032" y="945" width="96" height="8" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width="2"/>

    ${box(1252, 560, 16, 440, 'gravel')}${box(1484, 560, 16, 440, 'gravel')}
    ${plate(1212, 100, 328, 500)}
    ${signMark(1244, 134, 92)}
    ${text('24', 1508, 222, { size: 116, fill: 'white', anchor: 'end' })}
    <path stroke="${colour('white')}" stroke-width="3" d="M1216 262H1536"/>
    ${arrow(1276, 324, 1.3, -90, 'white')}${text('first left', 1330, 336, { size: 36, fill: 'white' })}
    ${arrow(1276, 424, 1.3, 0, 'white')}${text('to the end', 1330, 436, { size: 36, fill: 'white' })}
    ${arrow(1276, 524, 1.3, 90, 'white')}${text('fourth bay', 1330, 536, { size: 36, fill: 'white' })}`,
  );
};

const boothFront = (): string => {
  const metre = 190;
  const [left, top, floor] = [250, 300, 300 + 2.5 * metre];
  const right = left + 6 * metre;
  const measure = (path: string) =>
    `<path fill="none" stroke="${colour('gravel')}" stroke-width="2" d="${path}"/>`;
  const bays = [1, 2, 3].map((bay) => {
    const x = left + 40 + (bay - 1) * 104;
    return `<path stroke="${colour('paint')}" stroke-width="6" d="M${x} ${top + 150}V${floor - 40}"/>
      ${text(`P${bay}`, x + 52, floor - 64, { size: 38, fill: bay === 2 ? 'marking' : 'worn', anchor: 'middle' })}`;
  });

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(0, floor, 1600, 1000 - floor, 'ground')}
    <path fill="none" stroke="${colour('paint')}" stroke-width="8" stroke-dasharray="90 135" d="M70 ${floor + 130}H1600"/>

    ${box(left, top, 6 * metre, 2.5 * metre, 'paper', `stroke="${colour('ink')}" stroke-width="4"`)}
    ${box(left, top, 2 * metre, 2.5 * metre, 'ground')}
    ${bays.join('')}<path stroke="${colour('paint')}" stroke-width="6" d="M${left + 352} ${top + 150}V${floor - 40}"/>
    ${text('Park here.', left + 36, top + 92, { size: 60, fill: 'paint' })}
    ${signMark(left + 2.5 * metre, top + 56, 190)}
    ${text('Direct feeds', left + 2 * metre + 190, top + 316, { size: 34, fill: 'ink', anchor: 'middle' })}
    ${text('0 % on sales', left + 2 * metre + 190, top + 362, { size: 34, fill: 'ink', anchor: 'middle' })}
    <path stroke="${colour('line')}" stroke-width="3" d="M${left + 2 * metre} ${top}V${floor}M${left + 4 * metre} ${top}V${floor}"/>

    ${box(left + 4 * metre + 42, top + 62, 296, 186, 'ground', 'rx="6"')}
    ${box(left + 4 * metre + 52, top + 72, 276, 166, 'paper')}
    <path fill="none" stroke="${colour('line')}" stroke-width="2" d="M${left + 4 * metre + 66} ${top + 118}h248m-248 40h248m-248 40h248"/>
    <path fill="none" stroke="${colour('sign')}" stroke-width="6" stroke-linejoin="round" d="M${left + 4 * metre + 66} ${top + 178}l42-6 40 10 42-32 40 10 42-36 42-8"/>

    ${box(left - 20, top - 96, 6 * metre + 40, 76, 'sign', 'rx="6"')}
    <rect x="${left - 13}" y="${top - 89}" width="${6 * metre + 26}" height="62" rx="3" fill="none" stroke="${colour('white')}" stroke-width="3"/>
    ${arrow(left + 40, top - 58, 1, -90, 'white')}${text('Publishers', left + 80, top - 44, { size: 38, fill: 'white' })}
    ${text('24', left + 3 * metre, top - 42, { size: 46, fill: 'marking', anchor: 'middle' })}
    ${arrow(right - 40, top - 58, 1, 90, 'white')}${text('Buyers', right - 80, top - 44, { size: 38, fill: 'white', anchor: 'end' })}
    ${box(left + 60, top - 20, 12, 20, 'gravel')}${box(right - 72, top - 20, 12, 20, 'gravel')}

    ${box(left + 3.75 * metre, floor - 1.05 * metre, 1.9 * metre, 14, 'ink')}
    ${box(left + 3.8 * metre, floor - 1.05 * metre + 14, 1.8 * metre, 1.05 * metre - 14, 'marking', `stroke="${colour('ink')}" stroke-width="3"`)}
    ${box(left + 4.35 * metre, floor - 0.62 * metre, 0.7 * metre, 10, 'ground', 'rx="5"')}
    ${box(left + 4.4 * metre, floor - 0.62 * metre + 5, 0.6 * metre, 62, 'white', `stroke="${colour('ink')}" stroke-width="2"`)}
    <path stroke="${colour('worn')}" stroke-width="4" d="M${left + 4.48 * metre} ${floor - 0.62 * metre + 28}h84m-84 18h54"/>

    ${measure(`M${left} 150H${right}M${left} 136v28M${right} 136v28`)}
    ${box(left + 3 * metre - 74, 132, 148, 36, 'page')}${text('6.00 m', left + 3 * metre, 160, { size: 30, fill: 'ink', anchor: 'middle', weight: 600 })}
    ${measure(`M150 ${top}V${floor}M136 ${top}h28M136 ${floor}h28`)}
    <g transform="rotate(-90 150 ${top + 1.25 * metre})">${box(76, top + 1.25 * metre - 18, 148, 36, 'page')}${text('2.50 m', 150, top + 1.25 * metre + 10, { size: 30, fill: 'ink', anchor: 'middle', weight: 600 })}</g>
    ${measure(`M${right + 60} ${floor - 1.05 * metre}V${floor}M${right + 46} ${floor - 1.05 * metre}h28M${right + 46} ${floor}h28`)}
    ${text('1.05 m', right + 84, floor - 0.525 * metre + 10, { size: 30, fill: 'ink', weight: 600 })}
    ${text('Front, 1 : 25', 70, 84, { size: 34, fill: 'ink' })}`,
  );
};

const feedRouting = (): string => {
  const [parked, articles, tier2Feed, zeroClick] = routes;
  const tier1Visitors = parked.visitors + articles.visitors;
  const stops = [
    { y: 150, name: '1', label: 'Tier1 feed', note: `${toCount(tier1Visitors)} visitors`, value: toMoney(toRpm(tier1)), road: 34 },
    {
      y: 370,
      name: '2',
      label: 'Tier2 feed',
      note: `${toCount(tier2Feed.visitors)} visitors`,
      value: toMoney(toRpm(tier2Feed)),
      road: 18,
    },
    {
      y: 590,
      name: '0',
      label: 'Zero-click',
      note: `${toCount(zeroClick.visitors)} visitors`,
      value: toMoney(toRpm(zeroClick)),
      road: 12,
    },
  ] as const;
  const signs = stops.map(
    ({ y, name, label, note, value }) => `
      ${plate(700, y - 72, 480, 144)}
      ${shield(728, y - 44, 88, name, 'white', 'sign')}
      ${text(label, 842, y - 6, { size: 40, fill: 'white' })}
      ${text(note, 842, y + 34, { size: 26, fill: 'white', weight: 400 })}
      ${text(value, 1154, y - 6, { size: 40, fill: 'marking', anchor: 'end' })}
      ${text('RPM', 1154, y + 34, { size: 26, fill: 'white', weight: 400, anchor: 'end' })}`,
  );
  const ways = stops.map(
    ({ y, road }) =>
      `<path stroke-width="${road}" d="M450 480H510Q560 480 560 ${y < 480 ? 430 : 530}V${y < 480 ? y + 50 : y - 50}Q560 ${y} 610 ${y}H700M1180 ${y}H1230Q1280 ${y} 1280 ${y < 370 ? y + 50 : y > 370 ? y - 50 : y}V370"/>`,
  );

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'ground')}
    <g fill="none" stroke="${colour('worn')}">
      ${ways.join('')}
      <path stroke-width="18" d="M230 480H330M1180 370H1330"/>
      <path stroke-width="8" stroke-dasharray="24 18" d="M390 550V780Q390 840 450 840H700M1180 840H1330"/>
    </g>
    <path fill="${colour('worn')}" d="M1374 370 1326 330V410ZM1374 840l-48-34v68ZM330 480l-40-34v68Z"/>
    <g transform="rotate(45 390 480)">${box(310, 400, 160, 160, 'marking', 'rx="10"')}<rect x="319" y="409" width="142" height="142" rx="5" fill="none" stroke="${colour('ground')}" stroke-width="5"/></g>
    ${text('Auction', 390, 493, { size: 38, fill: 'ground', anchor: 'middle' })}
    ${plate(40, 400, 200, 160, 'white', 'ground')}
    ${text('Visitor on', 140, 460, { size: 26, fill: 'ground', anchor: 'middle', weight: 600 })}
    ${text('your domain', 140, 492, { size: 26, fill: 'ground', anchor: 'middle', weight: 600 })}
    <circle cx="92" cy="522" r="9" fill="${colour('sign')}"/>${box(110, 517, 84, 9, 'ground', 'rx="2"')}
    ${signs.join('')}
    ${plate(700, 768, 480, 144, 'marking', 'ground')}
    ${text('For-sale lander', 732, 834, { size: 40, fill: 'ground' })}
    ${text(`${leads.length} leads, commission 0 %`, 732, 874, { size: 26, fill: 'ground', weight: 600 })}
    ${plate(1374, 270, 190, 200, 'go')}
    ${text('Payout', 1469, 340, { size: 34, fill: 'white', anchor: 'middle' })}
    ${text(toMoney(total.revenue), 1469, 394, { size: 33, fill: 'white', anchor: 'middle' })}
    ${text('30 days', 1469, 432, { size: 24, fill: 'white', anchor: 'middle', weight: 400 })}
    ${plate(1374, 760, 190, 160, 'white', 'ground')}
    ${text('Buyer', 1469, 822, { size: 34, fill: 'ground', anchor: 'middle' })}
    ${text(`pays you ${toDollars(soldTotal)}`, 1469, 860, { size: 22, fill: 'ground', anchor: 'middle', weight: 600 })}`,
  );
};

export const events = {
  'booth-plan': boothPlan,
  'booth-front': boothFront,
  'slide-feed-routing': feedRouting,
} as const;
