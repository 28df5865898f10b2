import { setTimeout } from 'node:timers/promises';
import { openSlowConnection } from './slow-connection.ts';
import { median } from './statistics.ts';
import { openTab } from './tab.ts';
import { table } from './table.ts';

const SLOW_4G = { roundTripMs: 150, bytesPerS: 200_000 } as const;
const VISITS = Number(process.env.BENCH_ROUNDS ?? 5);
const HOVER_MS = 300;
/** Time for late work to settle: the second font after the load event, or what follows hydration. */
const SETTLING_MS = 2_500;
const FROM = '/solutions';
const TO = ['/news', '/faq', '/contact'];

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

const medianOf = (values: readonly number[]): string => Math.round(median(values)).toString();

/**
 * `npm run bench:browser -- next-page`: measures navigations on slow 4G, by hovering a link for 300 ms and clicking it: when the new
 * heading is in the visible document and when it is painted, in milliseconds from the click, both from a hydrated page and from a page
 * that the visitor has not interacted with yet.
 */
export const measureNextPage = async (origin: string): Promise<void> => {
  const connection = await openSlowConnection(Number(new URL(origin).port), SLOW_4G);
  const rows: string[][] = [];
  for (const isHydrated of [true, false]) {
    for (const to of TO) {
      const visits: Times[] = [];
      for (let count = 0; count < VISITS; count += 1)
        visits.push(await visit(`http://localhost:${connection.port}`, to, isHydrated));
      const inDocument = medianOf(visits.map((times) => times.inDocument));
      const painted = medianOf(visits.map((times) => times.painted));
      rows.push([isHydrated ? 'hydrated' : 'not hydrated', `\`${to}\``, inDocument, painted]);
    }
  }
  connection.close();
  table(['state', 'to', 'new heading in the document', 'painted'], rows);
};
