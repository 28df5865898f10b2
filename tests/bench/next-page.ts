import { setTimeout } from 'node:timers/promises';
import { startMeasuredSite } from '../support/measured-site.ts';
import { median } from './median.ts';
import { openSlowConnection } from './slow-connection.ts';
import { openTab } from './tab.ts';

/**
 * Measures navigations on slow 4G: the pointer hovers over a link for 300 ms and presses it. Prints when the new heading is
 * in the visible document and when it is painted, in milliseconds from the press, as the median of five visits: once after
 * hydration, and once as the first interaction.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8477);
const SLOW_4G = { roundTripMs: 150, bytesPerS: 200_000 } as const;
const VISITS = 5;
const POINTED_MS = 300;
/** Time for late resources after the load event: the second font, and React if requested. */
const SETTLED_MS = 2_500;
const FROM = '/solutions';
const TO = ['/news', '/about-us', '/faq', '/contact'] as const;

type Seen = { readonly inDocument: number; readonly painted: number };

/** Runs in every document: records when the link was pressed and when a different heading appeared. */
const watch = (): void => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
  const now = (): number => performance.timeOrigin + performance.now();
  addEventListener('click', () => {
    sessionStorage.pressed = now();
    sessionStorage.before = document.querySelector('h1')?.textContent;
  });
  const recordHeading = (): void => {
    const inDocument = now();
    requestAnimationFrame(() =>
      globalThis.setTimeout(() => {
        const pressed = Number(sessionStorage.pressed);
        Object.assign(globalThis, { seen: { inDocument: inDocument - pressed, painted: now() - pressed } });
      }),
    );
  };
  const check = (): void => {
    const text = document.querySelector('h1')?.textContent;
    if (!sessionStorage.pressed || !text || text === sessionStorage.before) return;
    watcher.disconnect();
    recordHeading();
  };
  const watcher = new MutationObserver(check);
  watcher.observe(document, { subtree: true, childList: true, characterData: true });
  // A prerendered page is activated with its heading.
  document.addEventListener('prerenderingchange', () => {
    watcher.disconnect();
    recordHeading();
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

const stopSite = await startMeasuredSite(PORT);
try {
  const line = await openSlowConnection(PORT, SLOW_4G);
  console.log('| state | to | new heading in the document | painted |');
  console.log('|---|---|---:|---:|');
  for (const isHydrated of [true, false]) {
    for (const to of TO) {
      const visits: Seen[] = [];
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visit(`http://localhost:${line.port}`, to, isHydrated));
      const figures = [visits.map((one) => one.inDocument), visits.map((one) => one.painted)].map((values) =>
        Math.round(median(values)),
      );
      console.log(`| ${[isHydrated ? 'hydrated' : 'not hydrated', `\`${to}\``, ...figures].join(' | ')} |`);
    }
  }
  line.close();
} finally {
  await stopSite();
}
