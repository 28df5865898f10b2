import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { openEditing } from '../support/editing.ts';
import { openRestApi } from '../support/prepared-wordpress.ts';
import { requireIdleMachine } from './idle-machine.ts';
import { withSpread } from './statistics.ts';
import { table } from './table.ts';

/**
 * `npm run bench:publishing`: measures how soon the site shows a change that is saved over the REST API, as the block editor does. It
 * prints the time that WordPress takes to save, and the time from its response until the site shows the change. Each figure is the
 * median of ten changes (`BENCH_ROUNDS`), followed by the smallest and the largest, in milliseconds.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const POLL_MS = 10;
const LIMIT_MS = 20_000;

const Item = z.looseObject({ id: z.number(), slug: z.string() });

await requireIdleMachine();
const editing = await openEditing();
const api = openRestApi(editing.wordpress);

const request = async (route: string, fields?: object): Promise<unknown> => {
  const { status, body } = await api('ed', `/wp/v2/${route}`, fields);
  if (status >= 400) throw new Error(`${route} responded with ${status}: ${JSON.stringify(body)}`);
  return body;
};

const readFirst = async (route: string) => {
  const [item] = z.array(Item).parse(await request(`${route}?per_page=1&order=asc`));
  if (!item) throw new Error(`WordPress has no ${route}.`);
  return item;
};

/** `route` is the REST route of the item, `page` the path of the page that shows it; null: the item's own page. */
type Change = readonly [name: string, route: string, toFields: (text: string) => object, page: string | null];

const event = await readFirst('events');
const CHANGES: readonly Change[] = [
  ['a question', `faq/${(await readFirst('faq')).id}`, (text) => ({ title: text }), '/faq'],
  ['the title of an article', `posts/${(await readFirst('posts')).id}`, (text) => ({ title: text }), null],
  ['the venue of an event', `events/${event.id}`, (text) => ({ acf: { venue: text } }), `/events/${event.slug}`],
  ['a new article', 'posts', (text) => ({ title: text, content: 'New.', status: 'publish' }), null],
];

const isShown = async (page: string, text: string): Promise<boolean> =>
  (await (await fetch(editing.siteUrl + page)).text()).includes(text);

const measure = async ([, route, toFields, ownPage]: Change) => {
  const text = `Changed ${crypto.randomUUID()}`;
  const startedAt = performance.now();
  const { slug } = Item.parse(await request(route, toFields(text)));
  const savedAt = performance.now();
  const page = ownPage ?? `/${slug}`;
  while (!(await isShown(page, text))) {
    if (performance.now() - savedAt > LIMIT_MS) throw new Error(`${page} does not show the change.`);
    await setTimeout(POLL_MS);
  }
  return { save: savedAt - startedAt, shown: performance.now() - savedAt };
};

try {
  const rows: string[][] = [];
  for (const change of CHANGES) {
    const times: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(change));
    rows.push([
      change[0],
      withSpread(times.map((time) => time.save)),
      withSpread(times.map((time) => time.shown)),
      withSpread(times.map((time) => time.save + time.shown)),
    ]);
  }
  table(['change', 'save', 'until shown', 'total'], rows);
} finally {
  await editing.close();
}
