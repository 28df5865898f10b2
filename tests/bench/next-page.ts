import { setTimeout } from 'node:timers/promises';
import { startMeasuredSite } from '../support/measured-site.ts';
import { openSlowConnection } from './slow-connection.ts';
import { openTab } from './tab.ts';

/**
 * Measures the way to the next page on slow 4G: a visitor points at a link for 300 ms and presses it. Prints when the new
 * heading stands in the document on screen and when it is painted, in milliseconds from the press, the median of five
 * visits; once with React there, and once as the first thing that the visitor does.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8477);
const SLOW_4G = { roundTripMs: 150, bytesPerS: 200_000 } as const;
const VISITS = 5;
const POINTED_MS = 300;
/** What comes after a document is complete: the face of the labels, React when it was asked for. */
const SETTLED_MS = 2_500;
const FROM = '/solutions';
const TO = ['/news', '/about-us', '/faq', '/contact'] as const;

type Seen = { readonly inDocument: number; readonly painted: number };

/** Runs in every document: keeps when the link was pressed and when a heading followed that is not the one it stood under. */
const watch = (): void => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
  const now = (): number => performance.timeOrigin + performance.now();
  addEventListener('click', () => {
    sessionStorage.pressed = now();
    sessionStorage.before = document.querySelector('h1')?.textContent;
  });
  const keepShown = (): void => {
    const inDocument = now();
    requestAnimationFrame(() =>
      globalThis.setTimeout(() => {
        const pressed = Number(sessionStorage.pressed);
        Object.assign(globalThis, { seen: { inDocument: inDocument - pressed, painted: now() - pressed } });
      }),
    );
  };
  const look = (): void => {
    const text = document.querySelector('h1')?.textContent;
    if (!sessionStorage.pressed || !text || text === sessionStorage.before) return;
    watcher.disconnect();
    keepShown();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, characterData: true });
  // A page that the browser has prepared comes with its heading.
  document.addEventListener('prerenderingchange', () => {
    watcher.disconnect();
    keepShown();
  });
};

const visit = async (origin: string, to: string, isHydrated: boolean): Promise<Seen> => {
  const tab = await openTab(`(${watch})()`);
  await tab.open(origin + FROM);
  await setTimeout(SETTLED_MS);
  if (isHydrated) {
    await tab.touchKeyboard();
    await tab.until(`document.documentElement.dataset.hydrated === ''`);
    await setTimeout(SETTLED_MS);
  }
  await tab.pointAndPress(`header nav a[href="${to}"]`, POINTED_MS);
  const seen = await tab.until<Seen>('globalThis.seen');
  await tab.close();
  return seen;
};

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN);

const stopSite = await startMeasuredSite(PORT);
try {
  const line = await openSlowConnection(PORT, SLOW_4G);
  console.log('| the page has | to | new heading in the document | painted |');
  console.log('|---|---|---:|---:|');
  for (const isHydrated of [true, false]) {
    for (const to of TO) {
      const visits: Seen[] = [];
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visit(`http://localhost:${line.port}`, to, isHydrated));
      const figures = [visits.map((one) => one.inDocument), visits.map((one) => one.painted)].map(median);
      console.log(`| ${[isHydrated ? 'React' : 'no React yet', `\`${to}\``, ...figures].join(' | ')} |`);
    }
  }
  line.close();
} finally {
  await stopSite();
}
