import { type Browser, type CDPSession, chromium, devices } from '@playwright/test';
import { z } from 'zod';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

/**
 * `npm run bench:browser -- main-thread [http://localhost:8080 [http://localhost:8081]]`: loads pages with an empty cache on a phone-sized
 * screen, without throttling, and prints how much CPU time the main thread of the renderer uses until the page is idle.
 *
 * Without a URL, the built site is started and measured. With two, each round measures both and gives the ratio of the second
 * to the first. CPU time hardly depends on other load on the machine, while wall time does. `BENCH_ROUNDS` is the
 * number of visits (default 5), `BENCH_PATHS` a comma-separated list of pages.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8476);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PATHS = (process.env.BENCH_PATHS ?? '/,/faq').split(',');
const SCREEN = { ...devices['Pixel 7'], viewport: { width: 412, height: 823 } } as const;
/** The time a page gets for its idle work after loading: late styles and fonts, the cookie banner. */
const IDLE_MS = 2_000;

/** The thread's tasks, and the events that Lighthouse adds up as "Style & Layout". */
const EVENTS = { total: 'RunTask', style: 'UpdateLayoutTree', layout: 'Layout' } as const;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];

type Kind = keyof typeof EVENTS;
/** CPU time in milliseconds. */
type Times = Readonly<Record<Kind, number>>;
type TraceEvent = {
  readonly name: string;
  readonly thread: string;
  readonly ms: number;
  /** The document that a `ParseHTML` event belongs to. */
  readonly url: string | undefined;
};

const TraceArguments = z.object({ beginData: z.object({ url: z.string() }) });

const KINDS: readonly Kind[] = ['total', 'style', 'layout'];

/** Starts a trace. Returns a function that ends the trace and returns its events. */
const startTrace = async (session: CDPSession): Promise<() => Promise<TraceEvent[]>> => {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur, args } of value)
      events.push({
        name: String(name),
        thread: `${pid} ${tid}`,
        ms: Number(tdur ?? 0) / 1_000,
        url: name === 'ParseHTML' ? TraceArguments.safeParse(args).data?.beginData.url : undefined,
      });
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return async () => {
    const completed = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await completed;
    return events;
  };
};

/** The CPU times of the thread that parsed the document; the browser's own pages have renderers, too. */
const timesOf = (events: readonly TraceEvent[], url: string): Times => {
  const thread = events.find((event) => event.url === url)?.thread;
  if (thread === undefined) throw new Error(`The trace contains no document of ${url}.`);
  const sum = (kind: Kind): number =>
    events.reduce((ms, event) => (event.thread === thread && event.name === EVENTS[kind] ? ms + event.ms : ms), 0);
  return { total: sum('total'), style: sum('style'), layout: sum('layout') };
};

const visit = async (browser: Browser, url: string): Promise<Times> => {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  const session = await browser.newBrowserCDPSession();
  const stop = await startTrace(session);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(IDLE_MS);
  const events = await stop();
  await session.detach();
  await context.close();
  return timesOf(events, url);
};

const measure = async (browser: Browser, origins: readonly string[]): Promise<void> => {
  for (const path of PATHS) {
    const visits = new Map<string, Times[]>(origins.map((origin) => [origin, []]));
    // Warms up the caches of the server and of the browser.
    for (const origin of origins) await visit(browser, origin + path);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [origin, times] of visits) times.push(await visit(browser, origin + path));

    console.log(`\n\`${path}\`, CPU ms of the main thread`);
    const rows = [...visits].map(([origin, times]) => [
      origin,
      ...KINDS.map((kind) => withSpread(times.map((own) => own[kind]))),
    ]);
    const [first = [], second] = visits.values();
    if (second) {
      const ratios = (kind: Kind): number[] => second.map((own, round) => own[kind] / (first[round]?.[kind] ?? 0));
      rows.push(['ratio of each round', ...KINDS.map((kind) => withSpread(ratios(kind), 2))]);
    }
    table(['site', ...KINDS], rows);
  }
};

await requireIdleMachine();
const urls = process.argv.slice(2).map((url) => new URL(url).origin);
const stopSite = urls.length === 0 ? await startMeasuredSite(PORT) : null;
const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });
try {
  console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds`);
  await measure(browser, urls.length > 0 ? urls : [`http://localhost:${PORT}`]);
} finally {
  await browser.close();
  await stopSite?.();
}
