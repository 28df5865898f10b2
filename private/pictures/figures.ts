/**
 * All numbers shown in images. They are invented but consistent: one portfolio, the same 30 days, and totals computed from
 * their parts, so that images cannot contradict each other. Money is in US cents.
 */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export interface Traffic {
  readonly visitors: number;
  readonly revenue: number;
}

const addTraffic = (parts: readonly Traffic[]): Traffic => ({
  visitors: sum(parts.map((part) => part.visitors)),
  revenue: sum(parts.map((part) => part.revenue)),
});

/** Revenue per thousand visitors, in cents. */
export const toRpm = ({ visitors, revenue }: Traffic): number => (revenue / visitors) * 1000;

const remainder = (whole: Traffic, parts: readonly Traffic[]): Traffic => {
  const named = addTraffic(parts);
  const rest = { visitors: whole.visitors - named.visitors, revenue: whole.revenue - named.revenue };
  if (rest.visitors <= 0 || rest.revenue <= 0) throw new Error('figures: the parts exceed the total');
  return rest;
};

/* 22 October to 20 November 2026. The first day is a Thursday. */

const firstDay = Date.UTC(2026, 9, 22);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `22 Oct` for 0, `20 Nov` for 29. */
export const toDayLabel = (day: number): string => {
  const date = new Date(firstDay + day * 86_400_000);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
};

export const period = '22 Oct – 20 Nov 2026';

// Tier1 is the ad feed of a leading search engine, including RSOC. Tier2 are the feeds of smaller ones, with zero-click.
// [Tier1 visitors, Tier1 revenue, Tier2 visitors, Tier2 revenue, clicks]
const dayRows = [
  [7885, 27686, 12563, 8308, 5062],
  [7546, 28011, 12363, 7926, 4937],
  [6851, 24247, 11743, 7224, 4508],
  [7107, 25041, 12188, 8007, 4678],
  [8432, 31706, 12748, 8349, 5201],
  [8127, 30593, 13561, 9115, 5193],
  [8290, 29938, 13132, 8766, 5292],
  [7972, 29519, 13149, 8605, 5146],
  [7469, 27906, 12242, 8078, 4846],
  [6897, 26341, 12286, 7801, 4531],
  [6993, 27346, 12551, 8334, 4693],
  [8242, 31751, 13590, 9040, 5342],
  [8785, 28484, 13754, 8887, 5618],
  [8393, 33514, 13102, 8345, 5274],
  [8266, 31309, 13526, 9204, 5373],
  [8077, 30410, 12977, 8203, 5042],
  [7146, 27075, 11627, 7670, 4526],
  [7279, 27392, 12498, 8614, 4854],
  [8722, 35577, 13314, 9104, 5427],
  [8860, 35249, 13874, 9157, 5571],
  [8809, 33419, 13592, 8985, 5519],
  [8729, 35849, 13691, 8885, 5513],
  [8211, 33751, 13211, 8565, 5239],
  [7401, 28870, 12357, 8208, 4798],
  [7446, 28715, 12424, 8264, 4962],
  [8638, 35465, 13803, 9395, 5470],
  [8842, 37293, 13866, 9139, 5590],
  [8723, 37585, 13826, 8928, 5574],
  [8549, 36176, 13725, 8765, 5546],
  [8290, 36049, 12676, 8590, 5207],
] as const;

export const days = dayRows.map(([visitors1, revenue1, visitors2, revenue2, clicks], day) => ({
  label: toDayLabel(day),
  tier1: { visitors: visitors1, revenue: revenue1 },
  tier2: { visitors: visitors2, revenue: revenue2 },
  total: { visitors: visitors1 + visitors2, revenue: revenue1 + revenue2 },
  clicks,
}));

export const tier1 = addTraffic(days.map((day) => day.tier1));
export const tier2 = addTraffic(days.map((day) => day.tier2));
export const total = addTraffic([tier1, tier2]);
export const clicks = sum(days.map((day) => day.clicks));

/** Totals of the 30 days before `period`. */
export const previousPeriod = { visitors: 598_214, revenue: 1_057_640, clicks: 141_776 };

/* Countries */

const named = [
  {
    country: 'United States',
    tier1: { visitors: 118_420, revenue: 616_968 },
    tier2: { visitors: 96_300, revenue: 114_597 },
  },
  { country: 'Germany', tier1: { visitors: 41_260, revenue: 136_571 }, tier2: { visitors: 38_140, revenue: 28_224 } },
  {
    country: 'United Kingdom',
    tier1: { visitors: 36_910, revenue: 128_816 },
    tier2: { visitors: 33_870, revenue: 28_112 },
  },
] as const;

export const countries = [
  ...named,
  {
    country: '41 others',
    tier1: remainder(
      tier1,
      named.map((row) => row.tier1),
    ),
    tier2: remainder(
      tier2,
      named.map((row) => row.tier2),
    ),
  },
];

/* The portfolio */

export const portfolioByRoute = [
  { route: 'Tier1', domains: 1204 },
  { route: 'Tier2', domains: 614 },
  { route: 'RSOC', domains: 24 },
] as const;

/** The number of domains in the portfolio. */
export const domainCount = sum(portfolioByRoute.map(({ domains }) => domains));

export const topDomains = [
  { name: 'harbor-lights.example', route: 'Tier1', visitors: 14_820, clicks: 4_712, revenue: 62_096, change: 11.8 },
  { name: 'loan-compass.example', route: 'Tier1', visitors: 9_140, clicks: 2_861, revenue: 53_378, change: 6.2 },
  { name: 'alpine-rentals.example', route: 'Tier1', visitors: 11_960, clicks: 3_899, revenue: 45_687, change: 18.4 },
  { name: 'quiet-kitchen.example', route: 'Tier1', visitors: 12_480, clicks: 4_131, revenue: 39_437, change: -2.1 },
  { name: 'nordfunk.example', route: 'Tier1', visitors: 10_310, clicks: 3_268, revenue: 34_848, change: 4.7 },
  { name: 'solar-quotes.example', route: 'Tier1', visitors: 5_220, clicks: 1_691, revenue: 32_207, change: 22.9 },
  { name: 'velvet-hour.example', route: 'Adult', visitors: 38_640, clicks: 8_114, revenue: 30_526, change: 3.3 },
  { name: 'pine-and-parcel.example', route: 'RSOC', visitors: 9_770, clicks: 3_088, revenue: 26_770, change: 9.6 },
  { name: 'map-of-wines.example', route: 'RSOC', visitors: 8_950, clicks: 2_766, revenue: 23_360, change: 14.1 },
  { name: 'gamebarn.example', route: 'Tier2', visitors: 30_210, clicks: 5_680, revenue: 19_334, change: -5.4 },
  { name: 'town-tickets.example', route: 'Tier1', visitors: 6_440, clicks: 2_003, revenue: 18_612, change: 7.5 },
  { name: 'cedar-mill.example', route: 'Tier1', visitors: 5_890, clicks: 1_802, revenue: 15_962, change: 1.9 },
] as const;

export const otherDomains = { count: domainCount - topDomains.length, ...remainder(total, topDomains) };

/*
 * The lander test: 64 travel domains, 3 to 16 November. Variant B gets a tenth of the visitors; it won and went live on
 * 17 November.
 */

// [visitors of A, revenue of A, visitors of B, revenue of B]
const testRows = [
  [1269, 3022, 145, 376],
  [1250, 3097, 133, 321],
  [1256, 3015, 144, 431],
  [1161, 2820, 136, 366],
  [1031, 2470, 117, 358],
  [1083, 2637, 122, 327],
  [1243, 2965, 136, 429],
  [1272, 2980, 135, 414],
  [1253, 3151, 139, 327],
  [1249, 3141, 132, 334],
  [1144, 2834, 126, 393],
  [1023, 2502, 112, 308],
  [1061, 2495, 115, 365],
  [1276, 2973, 138, 371],
] as const;

const testFirstDay = 12;

const testDays = testRows.map(([visitorsA, revenueA, visitorsB, revenueB], day) => ({
  label: toDayLabel(testFirstDay + day),
  a: { visitors: visitorsA, revenue: revenueA },
  b: { visitors: visitorsB, revenue: revenueB },
}));

const variantA = { clicks: 3977, ...addTraffic(testDays.map((day) => day.a)) };
const variantB = { clicks: 491, ...addTraffic(testDays.map((day) => day.b)) };

export const abTest = {
  name: 'Travel, 64 domains',
  domains: 64,
  period: `${toDayLabel(testFirstDay)} – ${toDayLabel(testFirstDay + testRows.length - 1)}`,
  /** Cumulative figures for each day of the test. */
  upToDay: testDays.map((day, index) => ({
    label: day.label,
    a: addTraffic(testDays.slice(0, index + 1).map(({ a }) => a)),
    b: addTraffic(testDays.slice(0, index + 1).map(({ b }) => b)),
  })),
  a: variantA,
  b: variantB,
  /** In percent of A's RPM. */
  lift: (toRpm(variantB) / toRpm(variantA) - 1) * 100,
  /** Two-sided z-test on the click-through rates, in percent. */
  confidence: 99.3,
  promotedDay: 26,
};

/* Leads from for-sale banners, newest first. RSOC domains have no banner. Offers are whole dollars, in cents. */

export const leads = [
  { day: 29, domain: 'solar-quotes.example', offer: 1_850_000, from: 'US', status: 'New' },
  { day: 28, domain: 'nordfunk.example', offer: 620_000, from: 'DE', status: 'New' },
  { day: 28, domain: 'gamebarn.example', offer: 385_000, from: 'GB', status: 'Replied' },
  { day: 27, domain: 'town-tickets.example', offer: 275_000, from: 'AT', status: 'Replied' },
  { day: 25, domain: 'nine-bridges.example', offer: 740_000, from: 'FR', status: 'Replied' },
  { day: 23, domain: 'lakeside-notary.example', offer: 115_000, from: 'US', status: 'Replied' },
  { day: 22, domain: 'cobble-street.example', offer: 90_000, from: 'NL', status: 'Declined' },
  { day: 21, domain: 'cedar-mill.example', offer: 480_000, from: 'CA', status: 'Agreed' },
  { day: 19, domain: 'tall-grass.example', offer: 160_000, from: 'US', status: 'Sold' },
  { day: 17, domain: 'quiet-kitchen.example', offer: 1_200_000, from: 'US', status: 'Declined' },
  { day: 14, domain: 'blue-ferry.example', offer: 220_000, from: 'SE', status: 'Sold' },
  { day: 11, domain: 'ferry-houses.example', offer: 330_000, from: 'CH', status: 'Replied' },
  { day: 6, domain: 'paper-lantern.example', offer: 185_000, from: 'GB', status: 'Sold' },
  { day: 2, domain: 'minute-bakery.example', offer: 75_000, from: 'DE', status: 'Declined' },
] as const;

export const sold = leads.filter((lead) => lead.status === 'Sold');
export const soldTotal = sum(sold.map((lead) => lead.offer));
export const openLeads = leads.filter((lead) => ['New', 'Replied', 'Agreed'].includes(lead.status));
export const openTotal = sum(openLeads.map((lead) => lead.offer));

/* RSOC (Related Search on Content). Its revenue is included in Tier1. */

export const rsoc = { visitors: 61_480, blockViews: 48_902, searches: 9_386, clicks: 4_377, revenue: 214_836 };

const namedArticles = [
  {
    title: 'How to pack a fragile parcel',
    domain: 'pine-and-parcel.example',
    visitors: 9_770,
    searches: 1_498,
    clicks: 716,
    revenue: 26_770,
  },
  {
    title: 'Wine regions by river, not by country',
    domain: 'map-of-wines.example',
    visitors: 8_950,
    searches: 1_372,
    clicks: 655,
    revenue: 23_360,
  },
  {
    title: 'What a heat pump costs in an old house',
    domain: 'warm-floor.example',
    visitors: 6_310,
    searches: 1_187,
    clicks: 604,
    revenue: 31_912,
  },
  {
    title: 'Renting a cabin in November',
    domain: 'winter-lodges.example',
    visitors: 5_874,
    searches: 902,
    clicks: 431,
    revenue: 19_206,
  },
  {
    title: 'Hearing aids: what to ask first',
    domain: 'clear-ear.example',
    visitors: 4_402,
    searches: 861,
    clicks: 452,
    revenue: 28_475,
  },
  {
    title: 'Moving abroad with a dog',
    domain: 'four-paws-atlas.example',
    visitors: 4_126,
    searches: 548,
    clicks: 240,
    revenue: 10_318,
  },
] as const;

/** Eight articles on each RSOC domain. */
export const articleCount = portfolioByRoute[2].domains * 8;
export const articles = namedArticles;
export const otherArticles = {
  count: articleCount - namedArticles.length,
  searches: rsoc.searches - sum(namedArticles.map((article) => article.searches)),
  clicks: rsoc.clicks - sum(namedArticles.map((article) => article.clicks)),
  ...remainder(rsoc, namedArticles),
};

export const relatedSearches = [
  { term: 'heat pump grants 2026', searches: 412, perClick: 94 },
  { term: 'parcel insurance', searches: 388, perClick: 41 },
  { term: 'hearing aid prices', searches: 351, perClick: 88 },
  { term: 'wine tours by river', searches: 337, perClick: 36 },
  { term: 'cabins with a sauna', searches: 264, perClick: 52 },
  { term: 'pet passport', searches: 241, perClick: 29 },
  { term: 'underfloor heating cost', searches: 226, perClick: 79 },
  { term: 'hearing test near me', searches: 198, perClick: 83 },
  { term: 'bubble wrap in bulk', searches: 183, perClick: 34 },
] as const;

/** The RSOC funnel from visit to click, with the number of visitors at each step. */
export const rsocSteps = [
  { name: 'Visitors', count: rsoc.visitors },
  { name: 'Related searches seen', count: rsoc.blockViews },
  { name: 'Searches', count: rsoc.searches },
  { name: 'Ad clicks', count: rsoc.clicks },
] as const;

/* Payout statement */

const zeroClick: Traffic = { visitors: 101_550, revenue: 81_240 };

/** The owner's share of the feed revenue, in percent: for parking, and for RSOC with the owner's own articles. */
const share = { parking: 85, rsoc: 80 } as const;

const toRoute = (name: string, traffic: Traffic, percent: number) => ({
  name,
  ...traffic,
  share: percent,
  net: Math.round((traffic.revenue / percent) * 100),
});

export const routes = {
  tier1: toRoute('Tier1 feed', remainder(tier1, [rsoc]), share.parking),
  tier2: toRoute('Tier2 feeds', remainder(tier2, [zeroClick]), share.parking),
  zeroClick: toRoute('Zero-click', zeroClick, share.parking),
  rsoc: toRoute('RSOC articles', { visitors: rsoc.visitors, revenue: rsoc.revenue }, share.rsoc),
} as const;

export const netTotal = sum(Object.values(routes).map(({ net }) => net));
export const parking = addTraffic([routes.tier1, routes.tier2, routes.zeroClick]);

/** The revenue of October has been final since 10 November; its parking part was paid on the 16th. November is an estimate. */
const october = addTraffic(days.slice(0, 10).map((day) => day.total));
const rsocOctober = 68_412;

export const statementLines = [
  { period: '22 – 31 Oct', of: 'Parking', state: 'Sent 16 Nov', revenue: october.revenue - rsocOctober },
  { period: '22 – 31 Oct', of: 'RSOC', state: 'Final', revenue: rsocOctober },
  {
    period: '1 – 20 Nov',
    of: 'Parking',
    state: 'Estimate',
    revenue: parking.revenue - (october.revenue - rsocOctober),
  },
  { period: '1 – 20 Nov', of: 'RSOC', state: 'Estimate', revenue: rsoc.revenue - rsocOctober },
] as const;

/* Bulk edit of Tier2 domains without a for-sale banner */

export const bulk = {
  /** Domains in one edit. */
  limit: 10_000,
  selected: 248,
  skipped: 4,
  rows: [
    { domain: 'amber-quarry.example', price: 120_000, note: '' },
    { domain: 'backlot-films.example', price: 340_000, note: '' },
    { domain: 'cargo-bikes-daily.example', price: 95_000, note: '' },
    { domain: 'driftwood-bar.example', price: 80_000, note: '' },
    { domain: 'evening-dress.example', price: 260_000, note: '' },
    { domain: 'fifth-platform.example', price: 150_000, note: 'Not in the price list' },
    { domain: 'gravel-garden.example', price: 75_000, note: '' },
    { domain: 'hilltop-radio.example', price: 110_000, note: '' },
    { domain: 'ink-and-needle.example', price: 180_000, note: '' },
    { domain: 'juniper-club.example', price: 290_000, note: '' },
    { domain: 'kettle-corn.example', price: 65_000, note: '' },
  ],
} as const;

/* Formatting */

const grouped = new Intl.NumberFormat('en-US');
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export const toCount = (value: number): string => grouped.format(value);
export const toMoney = (value: number): string => cents.format(value / 100);
export const toDollars = (value: number): string => dollars.format(value / 100);
export const toPercent = (value: number, whole: number): string => `${((value / whole) * 100).toFixed(1)}%`;
/** `+4.3%`, `−2.1%` */
export const toChange = (percent: number): string => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
export const growth = (now: number, then: number): number => (now / then - 1) * 100;
