/** Custom elements that only one screen uses. */

import { define, defineChart, lander, statusClasses, toPath } from './elements.ts';
import {
  abTest,
  articleCount,
  articles,
  bulk,
  clicks,
  leads,
  netTotal,
  openLeads,
  openTotal,
  otherArticles,
  otherDomains,
  relatedSearches,
  routes,
  rsoc,
  rsocSteps,
  sold,
  soldTotal,
  statementLines,
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

const strip = (cells: readonly (readonly [string, string])[]): string =>
  cells.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');

const routeClasses = { Tier1: 'sign', Tier2: '', RSOC: 'marking', Adult: 'quiet' } as const;

define('top-domains-table', () => {
  const most = topDomains[0].revenue;
  const rows = topDomains.map(
    (domain) => `
      <tr>
        <td class="mono">${domain.name}</td>
        <td><span class="plate ${routeClasses[domain.route]}">${domain.route}</span></td>
        <td class="end">${toCount(domain.visitors)}</td>
        <td class="end">${toCount(domain.clicks)}</td>
        <td class="end">${toPercent(domain.clicks, domain.visitors)}</td>
        <td class="end">${toMoney(toRpm(domain))}</td>
        <td class="end"><b>${toMoney(domain.revenue)}</b></td>
        <td class="share"><i style="--part: ${((domain.revenue / most) * 100).toFixed(0)}%"></i></td>
        <td class="end ${domain.change < 0 ? 'down' : 'up'}">${toChange(domain.change)}</td>
      </tr>`,
  );
  const otherClicks = clicks - topDomains.reduce((count, domain) => count + domain.clicks, 0);
  const line = (name: string, of: { visitors: number; revenue: number }, ofClicks: number, kind: string) => `
    <tr class="${kind}">
      <td>${name}</td><td></td><td class="end">${toCount(of.visitors)}</td>
      <td class="end">${toCount(ofClicks)}</td><td class="end">${toPercent(ofClicks, of.visitors)}</td><td class="end">${toMoney(toRpm(of))}</td>
      <td class="end">${toMoney(of.revenue)}</td><td></td><td></td>
    </tr>`;
  return `
    <table>
      <tr><th>Domain</th><th>Route</th><th class="end">Visitors</th><th class="end">Clicks</th><th class="end">CTR</th><th class="end">RPM</th>
        <th class="end">Revenue</th><th></th><th class="end">Change</th></tr>
      ${rows.join('')}
      ${line(`${toCount(otherDomains.count)} other domains`, otherDomains, otherClicks, 'rest')}
      ${line('All domains', total, clicks, 'sum')}
    </table>`;
});

/* A/B test */

define('lander-previews', () => {
  const one = (name: 'A' | 'B', label: string, badge: string) =>
    `<div class="${badge ? 'won' : ''}"><h3>${name}: ${label} ${badge}</h3>${lander(name)}</div>`;
  return `<div class="preview">${one('A', 'six links', '')}${one('B', 'four tiles', '<span class="plate go">Winner</span>')}</div>`;
});

define('test-result', () => {
  const firstDayLive = toDayLabel(abTest.promotedDay);
  return `<b>B wins</b><span>${toChange(abTest.lift)} RPM at ${abTest.confidence}% confidence</span>
    <span>Live on ${abTest.domains} domains since ${firstDayLive}</span>`;
});

defineChart('test-chart', (width, height) => {
  const [left, right, top, bottom] = [34, width - 70, 10, height - 20];
  const [minRpm, maxRpm] = [2000, 3200];
  const x = (day: number) => left + (day / (abTest.upToDay.length - 1)) * (right - left);
  const y = (rpm: number) => bottom - ((rpm - minRpm) / (maxRpm - minRpm)) * (bottom - top);
  const a = abTest.upToDay.map((day, index) => [x(index), y(toRpm(day.a))] as const);
  const b = abTest.upToDay.map((day, index) => [x(index), y(toRpm(day.b))] as const);
  const grid = [2000, 2400, 2800, 3200].map(
    (value) => `
      <path d="M${left} ${y(value)}H${right}" stroke="var(--asphalt)" stroke-opacity="${value === minRpm ? 0.7 : 0.12}" />
      <text class="tick" x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${toDollars(value)}</text>`,
  );
  const ticks = [0, 4, 8, 13].map(
    (day) =>
      `<text class="tick" x="${x(day)}" y="${height - 3}" text-anchor="${day === 0 ? 'start' : 'middle'}">${abTest.upToDay[day]?.label}</text>`,
  );
  const end = (points: typeof a, name: string, value: string, colour: string) => {
    const [lastX, lastY] = points.at(-1) ?? [0, 0];
    return `<circle cx="${lastX}" cy="${lastY}" r="4" fill="${colour}" />
      <text class="mark" x="${lastX + 12}" y="${lastY + 4}" fill="${colour}">${name} ${value}</text>`;
  };
  return `
    <svg width="${width}" height="${height}">
      ${grid.join('')}${ticks.join('')}
      <path d="${toPath(a)}" fill="none" stroke="var(--gravel)" stroke-width="2" stroke-linejoin="round" />
      <path d="${toPath(b)}" fill="none" stroke="var(--go)" stroke-width="2.5" stroke-linejoin="round" />
      ${end(a, 'A', toMoney(toRpm(abTest.upToDay.at(-1)?.a ?? abTest.a)), 'var(--gravel)')}
      ${end(b, 'B', toMoney(toRpm(abTest.upToDay.at(-1)?.b ?? abTest.b)), 'var(--go)')}
    </svg>`;
});

define('test-table', () => {
  const { a, b } = abTest;
  const difference = (one: number, other: number) => toChange((other / one - 1) * 100);
  const rows = [
    ['Visitors', toCount(a.visitors), toCount(b.visitors), ''],
    ['Clicks', toCount(a.clicks), toCount(b.clicks), ''],
    [
      'CTR',
      toPercent(a.clicks, a.visitors),
      toPercent(b.clicks, b.visitors),
      difference(a.clicks / a.visitors, b.clicks / b.visitors),
    ],
    ['Revenue', toMoney(a.revenue), toMoney(b.revenue), ''],
    ['RPM', toMoney(toRpm(a)), toMoney(toRpm(b)), difference(toRpm(a), toRpm(b))],
  ];
  return `
    <table>
      <tr><th></th><th class="end">A</th><th class="end">B</th><th class="end">Difference</th></tr>
      ${rows.map(([name, ofA, ofB, change]) => `<tr><td>${name}</td><td class="end">${ofA}</td><td class="end"><b>${ofB}</b></td><td class="end up">${change}</td></tr>`).join('')}
    </table>`;
});

/* Leads */

define('lead-strip', () =>
  strip([
    ['Leads', toCount(leads.length)],
    [`Open, ${openLeads.length} leads`, toDollars(openTotal)],
    [`Sold, ${sold.length} domains`, toDollars(soldTotal)],
    ['Commission, 0%', toMoney(0)],
  ]),
);

define('lead-table', () => {
  const rows = leads.map(
    (lead) => `
      <tr class="${lead.domain === 'gamebarn.example' ? 'chosen' : ''}">
        <td>${toDayLabel(lead.day)}</td><td class="mono">${lead.domain}</td><td>${lead.from}</td>
        <td class="end"><b>${toDollars(lead.offer)}</b></td>
        <td class="end"><span class="plate ${statusClasses[lead.status]}">${lead.status}</span></td>
      </tr>`,
  );
  return `
    <table>
      <tr><th>Date</th><th>Domain</th><th>From</th><th class="end">Offer</th><th class="end">Status</th></tr>
      ${rows.join('')}
    </table>`;
});

define('lead-domain', () => {
  const domain = topDomains.find(({ name }) => name === 'gamebarn.example') ?? topDomains[0];
  return `
    <p class="field"><span>Visitors, 30 days</span><b>${toCount(domain.visitors)}</b></p>
    <p class="field"><span>Revenue, 30 days</span><b>${toMoney(domain.revenue)}</b></p>`;
});

/* Payout statement */

define('the-payout', () => toMoney(total.revenue));

define('route-lines', () => {
  const rows = Object.values(routes).map(
    (route) => `
      <tr><td>${route.name}</td><td class="end">${toCount(route.visitors)}</td><td class="end">${toMoney(route.net)}</td>
        <td class="end">${route.share}%</td><td class="end">${toMoney(route.revenue)}</td></tr>`,
  );
  return `
    <table>
      <tr><th>Feed</th><th class="end">Visitors</th><th class="end">Net revenue</th><th class="end">Your share</th><th class="end">Amount</th></tr>
      ${rows.join('')}
      <tr class="sum"><td>All</td><td class="end">${toCount(total.visitors)}</td><td class="end">${toMoney(netTotal)}</td>
        <td></td><td class="end">${toMoney(total.revenue)}</td></tr>
    </table>`;
});

const stateClasses = { 'Sent 16 Nov': 'go', Final: '', Estimate: 'quiet' } as const;

define('statement-lines', () => {
  const rows = statementLines.map(
    ({ period, of, state, revenue }) => `
      <tr><td>${period}</td><td>${of}</td><td><span class="plate ${stateClasses[state]}">${state}</span></td>
        <td class="end">${toMoney(revenue)}</td></tr>`,
  );
  return `
    <table>
      <tr><th>Period</th><th>From</th><th>State</th><th class="end">Amount</th></tr>
      ${rows.join('')}
    </table>`;
});

define('sale-lines', () => {
  const rows = sold.map(
    (lead) => `
      <tr><td>${toDayLabel(lead.day)}</td><td class="mono">${lead.domain}</td><td class="end">${toDollars(lead.offer)}</td></tr>`,
  );
  return `
    <table>
      <tr><th colspan="2">Domains sold</th><th class="end">Price</th></tr>
      ${rows.join('')}
      <tr class="rest"><td></td><td>Commission, 0%</td><td class="end">${toMoney(0)}</td></tr>
      <tr class="sum"><td></td><td>Yours, paid by the buyers</td><td class="end">${toDollars(soldTotal)}</td></tr>
    </table>`;
});

/* Bulk edit */

const ticked =
  '<span class="tick-box"><svg viewBox="0 0 11 11" fill="none" stroke="#fff" stroke-width="2"><path d="m1.5 5.5 3 3 5-6"/></svg></span>';
const unticked = '<span class="tick-box off"></span>';

define('ticked-box', () => ticked);

define('bulk-table', () => {
  const rows = bulk.rows.map(({ domain, price, note }) => {
    const isSkipped = note !== '';
    const change = isSkipped
      ? `<td>Off</td><td class="end">${note}</td>`
      : `<td><span class="was">Off</span> &nbsp;<b>On</b></td><td class="end"><span class="was">None</span> &nbsp;<b>${toDollars(price)}</b></td>`;
    return `
      <tr class="${isSkipped ? 'skipped' : ''}">
        <td>${isSkipped ? unticked : ticked}</td>
        <td class="mono">${domain}</td>${change}
      </tr>`;
  });
  return `
    <table>
      <tr><th>${ticked}</th><th>Domain</th><th>For-sale banner</th><th class="end">Asking price</th></tr>
      ${rows.join('')}
      <tr class="rest"><td></td><td colspan="3">${bulk.selected - bulk.rows.length} more</td></tr>
    </table>`;
});

define('dry-run', () => {
  const changed = bulk.selected - bulk.skipped;
  return `
    <div class="dry-run"><b>Dry run</b>
      <dl><dt>Will change</dt><dd class="up">${changed}</dd><dt>Skipped, no price</dt><dd>${bulk.skipped}</dd></dl>
    </div>`;
});

define('article-count', () => `${toCount(articleCount)} articles`);

define('bulk-count', () => `${bulk.selected} selected`);
define('bulk-apply', () => `Apply to ${bulk.selected - bulk.skipped} domains`);

/* RSOC */

define('rsoc-steps', () => {
  const steps = rsocSteps.map(({ name, count }, index) => {
    const previousStep = rsocSteps[index - 1];
    const share = previousStep === undefined ? '&nbsp;' : toPercent(count, previousStep.count);
    return `<div><dt>${name}</dt><dd>${toCount(count)}</dd><small>${share}</small></div>`;
  });
  return `${steps.join('')}<div><dt>Revenue</dt><dd>${toMoney(rsoc.revenue)}</dd><small>${toMoney(rsoc.revenue / rsoc.clicks)} a click</small></div>`;
});

define('article-table', () => {
  const rows = articles.map(
    (article) => `
      <tr>
        <td class="title">${article.title}</td><td class="end">${toCount(article.visitors)}</td>
        <td class="end">${toCount(article.searches)}</td><td class="end">${toCount(article.clicks)}</td>
        <td class="end"><b>${toMoney(article.revenue)}</b></td>
      </tr>`,
  );
  const line = (name: string, of: typeof otherArticles | typeof rsoc, kind: string) => `
    <tr class="${kind}"><td>${name}</td><td class="end">${toCount(of.visitors)}</td>
      <td class="end">${toCount(of.searches)}</td><td class="end">${toCount(of.clicks)}</td>
      <td class="end">${toMoney(of.revenue)}</td></tr>`;
  return `
    <table>
      <tr><th>Article</th><th class="end">Visitors</th><th class="end">Searches</th><th class="end">Clicks</th><th class="end">Revenue</th></tr>
      ${rows.join('')}
      ${line(`${otherArticles.count} other articles`, otherArticles, 'rest')}
      ${line('All articles', rsoc, 'sum')}
    </table>`;
});

define('search-table', () => {
  const rows = relatedSearches.map(
    ({ term, searches, perClick }) =>
      `<tr><td>${term}</td><td class="end">${searches}</td><td class="end"><b>${toMoney(perClick)}</b></td></tr>`,
  );
  return `<table><tr><th>Term</th><th class="end">Searches</th><th class="end">Per click</th></tr>${rows.join('')}</table>`;
});
