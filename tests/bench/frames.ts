import { type CDPSession, chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { startMeasuredSite } from '../support/measured-site.ts';
import { triggerHydration } from '../support/page-weight.ts';

/**
 * `npm run bench:frames [-- /solutions]`: scrolls a page from top to bottom with 4x CPU throttling and prints the intervals between
 * presented frames and between main-thread frames, with and without reduced motion. At 60 Hz, the frame budget is 16.7 ms. An
 * empty page is measured for comparison, to separate the effect of the machine from that of the page.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8475);
const ORIGIN = `http://localhost:${PORT}`;
const SLOWDOWN = 4;
const WINDOW = { width: 412, height: 823 } as const;
const RUNS = 3;
/** The trace event of a presented frame. */
const PRESENTED = 'Display::DrawAndSwap';
const FRAME_MS = 1_000 / 60;

type Motion = 'no-preference' | 'reduce';

const stopSite = await startMeasuredSite(PORT);
const browser = await chromium.launch({ executablePath: requireFullBrowser(), args: [...BROWSER_ARGUMENTS] });

/** The intervals between frames in milliseconds. */
type Frames = { readonly presented: readonly number[]; readonly main: readonly number[] };

/** Records when the browser presents frames. Returns a function that ends the trace and returns the intervals in milliseconds. */
const recordPresented = async (session: CDPSession): Promise<() => Promise<number[]>> => {
  const times: number[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (event.name === PRESENTED) times.push(Number(event.ts) / 1_000);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz'], excludedCategories: ['*'] },
  });
  return async () => {
    const completed = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await completed;
    return toGaps(times.toSorted((one, other) => one - other));
  };
};

const toGaps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? time));

/** Measures the frames while a page is scrolled from top to bottom with the wheel. If `path` is null, the page is empty. */
const scrollThrough = async (path: string | null, motion: Motion, isHydrated: boolean): Promise<Frames> => {
  const page = await browser.newPage({ viewport: WINDOW, reducedMotion: motion });
  if (path === null) await page.setContent('<body style="block-size: 9000px">');
  else await page.goto(ORIGIN + path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (isHydrated) await triggerHydration(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(() => {
    const times: number[] = [];
    const record = (time: number) => {
      times.push(time);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { times });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const stop = await recordPresented(session);
  await session.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 400,
    yDistance: WINDOW.height - height,
    speed: 2_400,
    // Synthetic touch gestures do not scroll in headless Chromium; the wheel does.
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const presented = await stop();
  const reached = await page.evaluate(() => scrollY);
  if (reached < height - 2 * WINDOW.height)
    throw new Error(`The page was only scrolled to ${reached} of ${height} px.`);
  const times: number[] = await page.evaluate(() => Reflect.get(window, 'times'));
  await page.close();
  return { presented, main: toGaps(times) };
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

const toRow = (name: string, gaps: readonly number[]): string => {
  const late = gaps.filter((gap) => gap > FRAME_MS * 1.5).length / gaps.length;
  const perSecond = 1_000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
  const cells = [perSecond, quantile(gaps, 0.5), quantile(gaps, 0.95), quantile(gaps, 0.99), late * 100];
  return `| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`;
};

const measure = async (name: string, path: string | null, motion: Motion = 'no-preference', isHydrated = false) => {
  const runs: Frames[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await scrollThrough(path, motion, isHydrated));
  console.log(
    toRow(
      `${name}, presented`,
      runs.flatMap(({ presented }) => presented),
    ),
  );
  console.log(
    toRow(
      `${name}, main thread`,
      runs.flatMap(({ main }) => main),
    ),
  );
};

try {
  const path = process.argv[2] ?? '/';
  console.log('| page | frames per second | median ms | 95 % ms | 99 % ms | late % |\n|---|---:|---:|---:|---:|---:|');
  await measure('empty', null);
  await measure(`\`${path}\``, path);
  await measure(`\`${path}\` hydrated`, path, 'no-preference', true);
  await measure(`\`${path}\` hydrated, reduced motion`, path, 'reduce', true);
} finally {
  await browser.close();
  await stopSite();
}
