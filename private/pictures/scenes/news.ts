/** Illustrations of the news, 1600 × 1000. Each shows a single object, so that it is legible as a thumbnail. */

import { arrow, box, colour, plate, scene, signMark, text } from './scene.ts';

const size = [1600, 1000] as const;

/** A lane-ends sign: the left arrow is cut off, the right one leaves the sign and leads to the bays. */
const laneEnds = (): string => {
  const bays = [1, 2, 3, 4].map((bay) => {
    const y = 190 + (bay - 1) * 172;
    return `<path stroke="${colour('paint')}" stroke-width="8" d="M1180 ${y}H1600"/>
      ${text(`P${bay}`, 1300, y + 118, { size: 88, fill: bay === 2 ? 'marking' : 'worn' })}`;
  });

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'ground')}
    ${bays.join('')}<path stroke="${colour('paint')}" stroke-width="8" d="M1180 878H1600"/>
    ${box(386, 750, 28, 250, 'worn')}
    ${box(130, 60, 540, 700, 'sign', 'rx="14"')}
    <rect x="142" y="72" width="516" height="676" rx="9" fill="none" stroke="${colour('white')}" stroke-width="6"/>
    ${box(246, 330, 76, 360, 'white')}${box(194, 236, 180, 84, 'stop', `stroke="${colour('white')}" stroke-width="8"`)}
    <path fill="none" stroke="${colour('white')}" stroke-width="76" d="M516 690V560Q516 448 628 448H664"/>
    <path fill="none" stroke="${colour('marking')}" stroke-width="76" d="M670 448H1040"/>
    <path fill="${colour('marking')}" d="M1180 448 1030 352V544Z"/>
    <path fill="none" stroke="${colour('white')}" stroke-width="6" stroke-dasharray="36 54" d="M418 690V240"/>
    ${plate(240, 776, 320, 128, 'white', 'ground')}
    ${text('10 FEB', 400, 866, { size: 76, fill: 'ground', anchor: 'middle' })}`,
  );
};

/** A direction sign above a row of bays, one of which contains an article. */
const rsocOpens = (): string => {
  const bays = [0, 1, 2, 3, 4].map((bay) => {
    const x = 40 + bay * 236;
    return `<path stroke="${colour('paint')}" stroke-width="8" d="M${x} 640V1000"/>${text(String(21 + bay), x + 118, 952, { size: 64, fill: 'worn', anchor: 'middle' })}`;
  });
  const lines = [0, 1, 2, 3, 4, 5, 6].map((line) =>
    box(
      1262,
      740 + line * 36,
      [240, 252, 216, 252, 240, 252, 150][line] ?? 200,
      14,
      line === 3 ? 'sign' : 'line',
      'rx="3"',
    ),
  );

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(0, 600, 1600, 400, 'ground')}${box(0, 584, 1600, 18, 'worn')}
    ${bays.join('')}
    ${box(1220, 640, 336, 360, 'paper')}
    <path fill="none" stroke="${colour('marking')}" stroke-width="16" d="M1220 1000V640H1556V1000"/>
    ${box(1262, 684, 210, 30, 'ink', 'rx="3"')}${lines.join('')}
    ${box(330, 60, 30, 542, 'ink')}
    <path fill="${colour('sign')}" d="M254 104H1090a14 14 0 0 1 11 5L1232 228 1101 347a14 14 0 0 1-11 5H254a14 14 0 0 1-14-14V118a14 14 0 0 1 14-14Z"/>
    <path fill="none" stroke="${colour('white')}" stroke-width="6" d="M258 118H1086L1206 228 1086 338H258a4 4 0 0 1-4-4V122a4 4 0 0 1 4-4Z"/>
    ${text('Articles', 320, 272, { size: 128, fill: 'white' })}
    ${arrow(1010, 228, 3, 90, 'white')}
    <path stroke="${colour('ink')}" stroke-width="6" d="M640 352V400"/>
    <g transform="rotate(-4 640 390)">
      <path fill="${colour('marking')}" d="M530 390H750V650l-18.300-14-18.300 14-18.300-14-18.300 14-18.300-14-18.300 14-18.300-14-18.300 14-18.300-14-18.300 14-18.300-14-18.300 14Z"/>
      <circle cx="640" cy="412" r="11" fill="${colour('page')}"/>
      ${text('RSOC', 640, 508, { size: 76, fill: 'ground', anchor: 'middle' })}
      ${box(566, 540, 148, 10, 'ground')}${box(566, 566, 148, 10, 'ground')}${box(566, 592, 96, 10, 'ground')}
    </g>`,
  );
};

/** A pay station, with signs for the four payout methods above it. */
const payStation = (): string => {
  const shields = ['SEPA', 'PayPal', 'Payoneer', 'SWIFT'].map((name, index) => {
    const x = 96 + index * 356;
    return `${box(x + 162, 0, 16, 72, 'ground')}${plate(x, 72, 340, 148)}
      ${text(name, x + 170, 168, { size: 62, fill: 'white', anchor: 'middle' })}`;
  });

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'marking')}
    ${shields.join('')}
    ${box(0, 900, 1600, 100, 'tar')}
    ${box(430, 296, 740, 640, 'ground', 'rx="14"')}
    ${box(482, 348, 636, 232, 'tar', 'rx="6"')}
    ${text('25.00', 1078, 536, { size: 220, fill: 'marking', anchor: 'end' })}
    ${box(530, 630, 250, 22, 'tar', 'rx="11"')}
    ${box(552, 641, 206, 208, 'paper')}
    <path fill="${colour('paper')}" d="M552 849l17 14 17-14 17 14 17-14 17 14 17-14 17 14 17-14 17 14 17-14 17 14 19-14Z"/>
    ${box(580, 676, 150, 14, 'ground', 'rx="3"')}${box(580, 708, 110, 10, 'line', 'rx="3"')}${box(580, 732, 150, 10, 'line', 'rx="3"')}${box(580, 756, 128, 10, 'line', 'rx="3"')}
    ${text('25.00', 730, 824, { size: 50, fill: 'ground', anchor: 'end' })}
    ${signMark(900, 640, 168)}
    ${box(872, 846, 224, 16, 'tar', 'rx="8"')}`,
  );
};

/** Fifty bays from above, three of them empty, and a dial with the four checks per day. */
const pointingCheck = (): string => {
  const [columns, width, depth] = [10, 112, 170] as const;
  // The index of each empty bay, and the rotation of the arrow that leaves it: up or left.
  const emptyBays = new Map([
    [7, 0],
    [20, -90],
    [2, 0],
  ]);
  const bays = Array.from({ length: columns * 5 }, (_, index) => {
    const x = 60 + (index % columns) * width;
    const y = 75 + Math.floor(index / columns) * depth;
    const number = text(String(101 + index), x + width / 2, y + depth - 16, {
      size: 24,
      fill: 'gravel',
      anchor: 'middle',
      weight: 600,
      family: 'mono',
    });
    if (emptyBays.has(index)) return `${box(x + 4, y + 4, width - 8, depth - 8, 'marking')}${number}`;
    return `${box(x + 22, y + 22, width - 44, 96, 'sign', 'rx="6"')}<circle cx="${x + width / 2}" cy="${y + 70}" r="13" fill="${colour('white')}"/>${number}`;
  });
  const grid = [
    ...Array.from({ length: columns + 1 }, (_, index) => `M${60 + index * width} 75V925`),
    ...Array.from({ length: 6 }, (_, index) => `M60 ${75 + index * depth}H${60 + columns * width}`),
  ].join('');
  const exitArrow = ([index, turn]: readonly [number, number]) => {
    const x = 60 + (index % columns) * width + width / 2;
    const y = 75 + Math.floor(index / columns) * depth + 70;
    const length = turn === 0 ? y - 4 : x - 4;
    return `<g transform="translate(${x} ${y}) rotate(${turn})" fill="${colour('ground')}">
      <path d="M-11 0V${40 - length}H11V0Z"/><path d="M0 ${-length} 34 ${46 - length}H-34Z"/></g>`;
  };
  const marks = [
    ['00', 0, -124],
    ['06', 128, 16],
    ['12', 0, 156],
    ['18', -128, 16],
  ] as const;

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'page')}
    ${box(60, 75, columns * width, 850, 'paper')}
    ${bays.join('')}
    <path fill="none" stroke="${colour('gravel')}" stroke-width="3" d="${grid}"/>
    ${[...emptyBays].map(exitArrow).join('')}
    ${box(1386, 470, 20, 530, 'gravel')}
    <circle cx="1396" cy="330" r="182" fill="${colour('sign')}"/>
    <circle cx="1396" cy="330" r="170" fill="none" stroke="${colour('white')}" stroke-width="6"/>
    ${marks.map(([name, x, y]) => text(name, 1396 + x, 330 + y, { size: 46, fill: 'white', anchor: 'middle' })).join('')}
    <path fill="none" stroke="${colour('marking')}" stroke-width="14" d="M1396 330H1470"/>
    <circle cx="1396" cy="330" r="16" fill="${colour('marking')}"/>`,
  );
};

/** A signpost as a scale that weighs the banner against its cost. */
const bannerCosts = (): string => {
  const coins = [0, 1, 2].map(
    (coin) =>
      `<rect x="1136" y="${452 - coin * 46}" width="188" height="40" rx="6" fill="${colour('paper')}" stroke="${colour('ground')}" stroke-width="5"/>
      <path stroke="${colour('ground')}" stroke-width="4" d="M1160 ${462 - coin * 46}v20m24-20v20m24-20v20m24-20v20m24-20v20m24-20v20"/>`,
  );
  const bays = ['TOP', 'SIDE', 'TEXT'].map((name, index) => {
    const x = 220 + index * 400;
    return `<path stroke="${colour('paint')}" stroke-width="8" d="M${x} 760V1000"/>
      ${text(name, x + 200, 920, { size: 84, fill: index === 1 ? 'marking' : 'paint', anchor: 'middle' })}`;
  });

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'sign')}
    ${box(0, 720, 1600, 280, 'ground')}
    ${bays.join('')}<path stroke="${colour('paint')}" stroke-width="8" d="M1420 760V1000"/>
    ${box(784, 130, 32, 610, 'white')}${box(720, 716, 160, 26, 'white', 'rx="4"')}
    <path fill="none" stroke="${colour('white')}" stroke-width="24" d="M370 226 1230 150"/>
    <circle cx="800" cy="188" r="34" fill="${colour('marking')}" stroke="${colour('white')}" stroke-width="12"/>
    <path fill="none" stroke="${colour('white')}" stroke-width="8" d="M370 226 200 350M370 226 540 350M1230 150 1110 500M1230 150 1350 500"/>
    ${plate(110, 350, 520, 250, 'marking', 'ground')}
    ${text('FOR SALE', 370, 505, { size: 94, fill: 'ground', anchor: 'middle' })}
    ${box(1060, 498, 340, 22, 'white', 'rx="4"')}
    ${coins.join('')}
    ${plate(1130, 540, 200, 110, 'white', 'ground')}${text('3%', 1230, 620, { size: 76, fill: 'ground', anchor: 'middle' })}`,
  );
};

/** December 2026 as a car park with one bay per day. */
const payoutDates = (): string => {
  const [width, depth, left, top] = [196, 152, 114, 190] as const;
  // The 1st is a Tuesday; weeks start on Monday.
  const days = Array.from({ length: 31 }, (_, index) => {
    const day = index + 1;
    const x = left + ((index + 1) % 7) * width;
    const y = top + Math.floor((index + 1) / 7) * depth;
    const isClosed = day === 24 || day === 25;
    const number = text(String(day), x + 22, y + 62, {
      size: 48,
      fill: isClosed || (index + 1) % 7 > 4 ? 'worn' : 'paint',
    });
    if (day === 12 || day === 15 || day === 31) {
      return `${box(x + 6, y + 6, width - 12, depth - 12, 'marking', 'rx="6"')}
        ${text(String(day), x + 22, y + 62, { size: 48, fill: 'ground' })}
        ${text('P', x + width - 26, y + depth - 28, { size: 112, fill: 'ground', anchor: 'end' })}`;
    }
    if (!isClosed) return number;
    return `${number}<path stroke="${colour('halt')}" stroke-width="10" stroke-dasharray="30 22" d="M${x + 18} ${y + depth - 42}h${width - 36}"/>`;
  });
  const lines = [
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((column) => `M${left + column * width} ${top}V${top + 5 * depth}`),
    ...[0, 1, 2, 3, 4, 5].map((row) => `M${left} ${top + row * depth}H${left + 7 * width}`),
  ].join('');
  const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name, column) =>
    text(name, left + column * width + 22, 160, { size: 30, fill: column > 4 ? 'worn' : 'paint', weight: 600 }),
  );

  return scene(
    ...size,
    `${box(0, 0, 1600, 1000, 'ground')}
    ${text('December 2026', left, 104, { size: 64, fill: 'paint' })}
    ${names.join('')}
    <path fill="none" stroke="${colour('worn')}" stroke-width="5" d="${lines}"/>
    ${days.join('')}`,
  );
};

export const news = {
  'news-adsense-for-domains-ends-on-10-february': laneEnds,
  'news-rsoc-for-domains-opens': rsocOpens,
  'news-lower-wire-minimum-and-payoneer': payStation,
  'news-pointing-check-every-six-hours': pointingCheck,
  'news-what-a-for-sale-banner-costs': bannerCosts,
  'news-payout-dates-winter-2026': payoutDates,
} as const;
