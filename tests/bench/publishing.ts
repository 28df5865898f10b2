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

type Change = {
  readonly name: string;
  /** Saves a change, and returns the page of the site that shows it and the text to find there. */
  readonly save: (text: string) => Promise<{ readonly page: string; readonly text: string }>;
};

await requireIdleMachine();
const editing = await openEditing();
const api = openRestApi(editing.wordpress);

const request = async (route: string, fields?: Record<string, unknown>): Promise<unknown> => {
  const { status, body } = await api('ed', `/wp/v2/${route}`, fields);
  if (status >= 400) throw new Error(`${route} responded with ${status}: ${JSON.stringify(body)}`);
  return body;
};

const readFirst = async (route: string) => {
  const [item] = z.array(Item).parse(await request(`${route}?per_page=1&order=asc`));
  if (!item) throw new Error(`WordPress has no ${route}.`);
  return item;
};

const question = await readFirst('faq');
const post = await readFirst('posts');
const event = await readFirst('events');

const CHANGES: readonly Change[] = [
  {
    name: 'change a question',
    save: async (text) => {
      await request(`faq/${question.id}`, { title: text });
      return { page: '/faq', text };
    },
  },
  {
    name: 'change an article',
    save: async (text) => {
      await request(`posts/${post.id}`, { title: text });
      return { page: `/${post.slug}`, text };
    },
  },
  {
    name: 'change the venue of an event',
    save: async (text) => {
      await request(`events/${event.id}`, { acf: { venue: text } });
      return { page: `/events/${event.slug}`, text };
    },
  },
  {
    name: 'publish a new article',
    save: async (text) => {
      const { slug } = Item.parse(await request('posts', { title: text, content: 'New.', status: 'publish' }));
      return { page: `/${slug}`, text };
    },
  },
];

const isShown = async (page: string, text: string): Promise<boolean> =>
  (await (await fetch(editing.siteUrl + page)).text()).includes(text);

const measure = async ({ save }: Change) => {
  const startedAt = performance.now();
  const { page, text } = await save(`Changed ${crypto.randomUUID()}`);
  const savedAt = performance.now();
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
      change.name,
      withSpread(times.map((time) => time.save)),
      withSpread(times.map((time) => time.shown)),
      withSpread(times.map((time) => time.save + time.shown)),
    ]);
  }
  table(['change', 'save', 'until shown', 'total'], rows);
} finally {
  await editing.close();
}
