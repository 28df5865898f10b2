import { setTimeout } from 'node:timers/promises';
import { startMeasuredSite } from '../support/measured-site.ts';
import { openSlowConnection } from './slow-connection.ts';
import { median } from './statistics.ts';
import { openTab } from './tab.ts';

/**
 * `npm run bench:browser -- next-page`: measures navigations on slow 4G, by hovering a link for 300 ms and clicking it. Prints when the new
 * heading is in the visible document and when it is painted, in milliseconds from the click: the median of five visits, both from a
 * hydrated page and from a page that the visitor has not interacted with yet.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8477);
const SLOW_4G = { roundTripMs: 150, bytesPerS: 200_000 } as const;
const VISITS = 5;
const HOVER_MS = 300;
/** Time for late work to settle: the second font after the load event, or what follows hydration. */
const SETTLING_MS = 2_500;
const FROM = '/solutions';
const TO = ['/news', '/about-us', '/faq', '/contact'] as const;

type Times = { readonly inDocument: number; readonly painted: number };

/** Runs in every document: prevents the cookie banner, and records when the link was clicked and when a different heading appeared. */
const watch = (): void => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
  const now = (): number => performance.timeOrigin + performance.now();
  addEventListener('click', () => {
    sessionStorage.clicked = now();
    sessionStorage.before = document.querySelector('h1')?.textContent;
  });
  const recordHeading = (): void => {
    const inDocument = now();
    requestAnimationFrame(() =>
      globalThis.setTimeout(() => {
        const clicked = Number(sessionStorage.clicked);
        Object.assign(globalThis, { times: { inDocument: inDocument - clicked, painted: now() - clicked } });
      }),
    );
  };
  const check = (): void => {
    const text = document.querySelector('h1')?.textContent;
    if (!sessionStorage.clicked || !text || text === sessionStorage.before) return;
    observer.disconnect();
    recordHeading();
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  // A prerendered document already contains its heading, so the time of its activation is recorded instead.
  document.addEventListener('prerenderingchange', () => {
    observer.disconnect();
    recordHeading();
  });
};

const visit = async (origin: string, to: string, isHydrated: boolean): Promise<Times> => {
  const tab = await openTab(`(${watch})()`);
  await tab.open(origin + FROM);
  await setTimeout(SETTLING_MS);
  if (isHydrated) {
    await tab.pressShift();
    await tab.waitUntil(`document.documentElement.dataset.hydrated === ''`);
    await setTimeout(SETTLING_MS);
  }
  await tab.hoverAndClick(`header nav a[href="${to}"]`, HOVER_MS);
  const times = await tab.waitUntil<Times>('globalThis.times');
  await tab.close();
  return times;
};

const stopSite = await startMeasuredSite(PORT);
try {
  const connection = await openSlowConnection(PORT, SLOW_4G);
  console.log('| state | to | new heading in the document | painted |');
  console.log('|---|---|---:|---:|');
  for (const isHydrated of [true, false]) {
    for (const to of TO) {
      const visits: Times[] = [];
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visit(`http://localhost:${connection.port}`, to, isHydrated));
      const medians = [visits.map(({ inDocument }) => inDocument), visits.map(({ painted }) => painted)].map((values) =>
        Math.round(median(values)),
      );
      console.log(`| ${[isHydrated ? 'hydrated' : 'not hydrated', `\`${to}\``, ...medians].join(' | ')} |`);
    }
  }
  connection.close();
} finally {
  await stopSite();
}
