/** Custom elements of the platform's interface. They run in the page that is captured. */

import { LOGO, toLogoSvg } from '../../src/site/brand.ts';
import {
  abTest,
  clicks,
  countries,
  days,
  domainCount,
  growth,
  leads,
  openLeads,
  openTotal,
  period,
  previousPeriod,
  type Traffic,
  tier1,
  tier2,
  toChange,
  toCount,
  toDayLabel,
  toDollars,
  toMoney,
  toPercent,
  topDomains,
  toRpm,
  total,
} from './figures.ts';

export const define = (name: string, render: (element: HTMLElement) => string): void =>
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        this.innerHTML = render(this);
      }
    },
  );

/** Like `define`, for charts whose drawing depends on their size. They are redrawn when their size changes. */
export const defineChart = (name: string, draw: (width: number, height: number) => string): void =>
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        new ResizeObserver(() => {
          this.innerHTML = draw(this.clientWidth, this.clientHeight);
        }).observe(this);
      }
    },
  );

const changeOf = (now: number, then: number): string => {
  const percent = growth(now, then);
  return `<span class="change ${percent < 0 ? 'down' : 'up'}">${toChange(percent)}</span>`;
};

const rowsOf = (element: HTMLElement): number => Number(element.getAttribute('rows'));

define(
  'sign-mark',
  () => `
    <svg viewBox="0 0 ${LOGO.size} ${LOGO.size}">${toLogoSvg('var(--sign)', '#fff')}</svg>`,
);

const entries = ['Overview', 'Domains', 'Landers', 'A/B tests', 'For sale', 'RSOC', 'Payouts', 'Bulk edit'] as const;

define('app-nav', (element) => {
  const current = element.getAttribute('current');
  const items = entries.map((name) => `<li class="${name === current ? 'current' : ''}">${name}</li>`);
  return `<sign-mark></sign-mark><ul>${items.join('')}</ul><p class="foot">Days in UTC</p>`;
});

define('the-period', () => period);
define('all-domains', () => `All ${toCount(domainCount)} domains`);

define('kpi-row', () => {
  const cells = [
    ['Revenue', toMoney(total.revenue), changeOf(total.revenue, previousPeriod.revenue)],
    ['Visitors', toCount(total.visitors), changeOf(total.visitors, previousPeriod.visitors)],
    ['RPM', toMoney(toRpm(total)), changeOf(toRpm(total), toRpm(previousPeriod))],
    [
      'CTR',
      toPercent(clicks, total.visitors),
      changeOf(clicks / total.visitors, previousPeriod.clicks / previousPeriod.visitors),
    ],
  ];
  return cells.map(([name, value, change]) => `<div><dt>${name}${change}</dt><dd>${value}</dd></div>`).join('');
});

/* Earnings */

define(
  'tier-key',
  () => `
    <span class="key" style="--swatch: var(--sign)">Tier1 <b>${toMoney(tier1.revenue)}</b></span>
    <span class="key" style="--swatch: var(--worn); margin-inline-start: 10px">Tier2 <b>${toMoney(tier2.revenue)}</b></span>`,
);

export const toPath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

defineChart('earnings-chart', (width, height) => {
  const left = 38;
  const right = width - 8;
  const top = 24;
  const bottom = height - 22;
  const maxRevenue = 50_000;
  const x = (day: number) => left + (day / (days.length - 1)) * (right - left);
  const y = (revenue: number) => bottom - (revenue / maxRevenue) * (bottom - top);

  const totalPoints = days.map((day, index) => [x(index), y(day.total.revenue)] as const);
  const tier2Points = days.map((day, index) => [x(index), y(day.tier2.revenue)] as const);
  // Continues the path of a line to the area between the line and the x axis.
  const toAxis = `L${right} ${bottom}L${left} ${bottom}Z`;
  const isSmall = width < 420 || height < 140;

  const grid = [0, 10_000, 20_000, 30_000, 40_000, 50_000]
    .filter((value) => !isSmall || value % 20_000 === 0)
    .map(
      (value) => `
        <path d="M${left} ${y(value)}H${right}" stroke="var(--asphalt)" stroke-opacity="${value === 0 ? 0.7 : 0.12}" />
        <text class="tick" x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${toDollars(value)}</text>`,
    );
  const ticks = [0, 7, 14, 21, 28]
    .filter((day) => width > 420 || day % 14 === 0)
    .map(
      (day) => `
        <text class="tick" x="${x(day)}" y="${height - 4}" text-anchor="${day === 0 ? 'start' : 'middle'}">${toDayLabel(day)}</text>
        <path d="M${x(day)} ${bottom}v4" stroke="var(--gravel)" />`,
    );
  const liveX = x(abTest.promotedDay);
  const last = totalPoints.at(-1) ?? [0, 0];

  return `
    <svg width="${width}" height="${height}">
      <path d="${toPath(totalPoints)}${toAxis}" fill="var(--sign-tint)" />
      <path d="${toPath(tier2Points)}${toAxis}" fill="var(--line)" />
      ${grid.join('')}${ticks.join('')}
      <path d="${toPath(tier2Points)}" fill="none" stroke="var(--worn)" stroke-width="1.5" />
      <path d="M${liveX} ${bottom}V26" stroke="var(--asphalt)" stroke-width="1.5" stroke-dasharray="6 9" />
      <path d="${toPath(totalPoints)}" fill="none" stroke="var(--sign)" stroke-width="2.5" stroke-linejoin="round" />
      <circle cx="${last[0]}" cy="${last[1]}" r="4.5" fill="var(--sign)" stroke="var(--paper)" stroke-width="2" />
      <g transform="translate(${liveX - 92} 0)">
        <rect width="92" height="20" rx="3" fill="var(--asphalt)" />
        <text class="mark" x="46" y="14.5" text-anchor="middle" fill="var(--chalk)">Lander B live</text>
      </g>
    </svg>`;
});

define('tier-bars', () => {
  const longest = Math.max(...countries.map((row) => toRpm(row.tier1)));
  const bar = (rpm: number, colour: string) => `
    <dd style="--swatch: ${colour}; --part: ${((rpm / longest) * 100).toFixed(1)}%">${toMoney(rpm)}</dd>`;
  return [{ country: 'All', tier1, tier2 }, ...countries]
    .map(
      (row) =>
        `<dl><dt>${row.country}</dt>${bar(toRpm(row.tier1), 'var(--sign)')}${bar(toRpm(row.tier2), 'var(--worn)')}</dl>`,
    )
    .join('');
});

/* Lists */

define('domain-table', (element) => {
  const rows = topDomains.slice(0, rowsOf(element)).map(
    (domain) => `
      <tr>
        <td class="mono">${domain.name}</td>
        <td class="end">${toCount(domain.visitors)}</td>
        <td class="end">${toMoney(toRpm(domain))}</td>
        <td class="end"><b>${toMoney(domain.revenue)}</b></td>
      </tr>`,
  );
  return `
    <table>
      <tr><th>Domain</th><th class="end">Visitors</th><th class="end">RPM</th><th class="end">Revenue</th></tr>
      ${rows.join('')}
    </table>`;
});

/** Thumbnails of the landers in the A/B test: A has six links, B has four tiles. */
export const lander = (variant: 'A' | 'B'): string => {
  const links = [0, 1, 2, 3, 4, 5]
    .map((row) => `<rect y="${16 + row * 8}" width="96" height="5" rx="1" fill="var(--line)" />`)
    .join('');
  const tiles = [0, 1, 2, 3]
    .map((tile) => {
      const x = (tile % 2) * 50;
      const y = 16 + Math.floor(tile / 2) * 24;
      return `<rect x="${x}" y="${y}" width="46" height="14" rx="2" fill="var(--go)" opacity=".3" />
        <rect x="${x}" y="${y + 16}" width="${tile === 1 ? 30 : 38}" height="3" rx="1" fill="var(--worn)" />`;
    })
    .join('');
  return `
    <svg viewBox="0 0 96 62">
      <rect width="58" height="6" rx="1" fill="var(--gravel)" />
      ${variant === 'A' ? links : tiles}
    </svg>`;
};

const variant = (name: 'A' | 'B', traffic: Traffic & { readonly clicks: number }, badge: string): string => `
  <div class="variant ${name}">
    <div class="name">${name}${badge}</div>
    ${lander(name)}
    <div class="rpm">${toMoney(toRpm(traffic))}</div>
    <dl>
      <dt>CTR</dt><dd>${toPercent(traffic.clicks, traffic.visitors)}</dd>
      <dt>Visitors</dt><dd>${toCount(traffic.visitors)}</dd>
    </dl>
  </div>`;

define(
  'test-winner',
  () => `
    ${variant('A', abTest.a, '')}${variant('B', abTest.b, '<span class="plate go">Winner</span>')}
    <p class="lift"><b>${toChange(abTest.lift)} RPM</b> at ${abTest.confidence}% confidence</p>`,
);

/** The class that colours the plate of each lead status, see `.plate` in `interface.css`. */
export const statusClasses = { New: 'marking', Replied: '', Agreed: 'sign', Sold: 'go', Declined: 'quiet' } as const;

define('open-leads', () => `${openLeads.length} open, ${toDollars(openTotal)}`);

define('lead-list', (element) => {
  const rows = leads.slice(0, rowsOf(element)).map(
    (lead) => `
      <li>
        <span class="domain">${lead.domain}</span><span class="offer">${toDollars(lead.offer)}</span>
        <span class="meta">${toDayLabel(lead.day)}, ${lead.from}</span>
        <span class="end"><span class="plate ${statusClasses[lead.status]}">${lead.status}</span></span>
      </li>`,
  );
  return rows.join('');
});
