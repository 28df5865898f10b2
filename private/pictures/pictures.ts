/** All rendered images, and the widths in which pages use them. */

import { events } from './scenes/events.ts';
import { news } from './scenes/news.ts';

export interface Picture {
  readonly name: string;
  /** An HTML file of this folder. */
  readonly source: string;
  /** Viewport in CSS pixels. The page is captured at twice that resolution and scaled down to each width. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly widths: readonly number[];
  /** AVIF quality, if it differs from the default. */
  readonly quality?: number;
}

const widths = [480, 800, 1200, 1600] as const;
const desktop = { width: 1200, height: 750 } as const;

/** A drawing shown by `drawing.html`, 1600 × 1000. */
const toDrawing = (name: string): Picture => ({
  name,
  source: `drawing.html#${name}`,
  viewport: { width: 800, height: 500 },
  widths,
});

/** Documents that are printed as PDF files, by name; their sources are HTML files of this folder. */
export const documents: Readonly<Record<string, string>> = { 'sample-payout-statement': 'statement.html' };

export const pictures: readonly Picture[] = [
  { name: 'dashboard', source: 'dashboard.html', viewport: desktop, widths: [640, 960, 1280, 1600, 2000] },
  { name: 'dashboard-phone', source: 'overview.html', viewport: { width: 390, height: 450 }, widths: [390, 780] },
  { name: 'laptop', source: 'laptop.html', viewport: { width: 1600, height: 800 }, widths: [800, 1200, 1600, 2400] },
  { name: 'laptop-phone', source: 'laptop-phone.html', viewport: { width: 450, height: 408 }, widths: [450, 900] },
  { name: 'screen-dashboard', source: 'overview.html', viewport: desktop, widths },
  ...['top-domains', 'ab-test', 'for-sale-leads', 'payout-statement', 'bulk-edit', 'rsoc-report'].map((screen) => ({
    name: `screen-${screen}`,
    source: `screen-${screen}.html`,
    viewport: { width: 1040, height: 650 },
    widths,
  })),
  {
    name: 'screen-top-domains-phone',
    source: 'screen-top-domains.html',
    viewport: { width: 390, height: 530 },
    widths: [390, 780],
  },
  ...Object.keys({ ...events, ...news }).map(toDrawing),
];
