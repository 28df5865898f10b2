import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, provideBrowser } from '../browser.ts';

/**
 * Scrolls the home page from its top to its end on a processor slowed down four times and prints how long frames took, with
 * motion and without. A frame of 60 a second has 16.7 ms; the ratio tells machines apart from pages: it compares with an
 * empty page of the same height. `npm run bench:frames -- /solutions` takes another page.
 */
const PORT = Number(process.env.BENCH_PORT ?? 8475);
const ORIGIN = `http://localhost:${PORT}`;
const SLOWDOWN = 4;
const RUNS = 3;
const FRAME_MS = 1_000 / 60;

type Motion = 'no-preference' | 'reduce';

const site = spawn(process.execPath, ['src/framework/build/start.ts'], {
  env: { ...process.env, PORT: String(PORT), LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: provideBrowser(), args: [...BROWSER_ARGUMENTS] });

/** The milliseconds between frames while the page is scrolled by wheel from top to end, as a visitor does. */
const scrollThrough = async (path: string | null, motion: Motion): Promise<number[]> => {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, reducedMotion: motion });
  if (path === null) await page.setContent('<body style="block-size: 9000px">');
  else await page.goto(ORIGIN + path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(() => {
    const times: number[] = [];
    const note = (time: number) => {
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { times });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await session.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 400,
    yDistance: 823 - height,
    speed: 2_400,
    gestureSourceType: 'touch',
    preventFling: true,
  });
  const times: number[] = await page.evaluate(() => Reflect.get(window, 'times'));
  await page.close();
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

const measure = async (name: string, path: string | null, motion: Motion): Promise<void> => {
  const frames: number[] = [];
  for (let run = 0; run < RUNS; run += 1) frames.push(...(await scrollThrough(path, motion)));
  const late = frames.filter((frame) => frame > FRAME_MS * 1.5).length / frames.length;
  const perSecond = 1_000 / (frames.reduce((sum, frame) => sum + frame, 0) / frames.length);
  const cells = [perSecond, quantile(frames, 0.5), quantile(frames, 0.95), quantile(frames, 0.99), late * 100];
  console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`);
};

try {
  for await (const line of createInterface(site.stdout)) if (line.includes('"listening"')) break;
  site.stdout.resume();
  const path = process.argv[2] ?? '/';
  console.log('| page | frames a second | median ms | 95 % ms | 99 % ms | late % |\n|---|---:|---:|---:|---:|---:|');
  await measure('empty', null, 'no-preference');
  await measure(`\`${path}\` with motion`, path, 'no-preference');
  await measure(`\`${path}\` with less motion`, path, 'reduce');
} finally {
  await browser.close();
  site.kill('SIGTERM');
  await once(site, 'exit');
}
