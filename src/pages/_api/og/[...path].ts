import { formatDates } from '../../../blocks/date/date-range.ts';
import { listLanes } from '../../../blocks/web-blocks/web-blocks.tsx';
import type { Block } from '../../../content/blocks.ts';
import { readCardPicture } from '../../../content/card-picture.ts';
import { type Event, listEvents, readEvent } from '../../../content/events.ts';
import { listFaqGroups } from '../../../content/faq.ts';
import { readFaqPage } from '../../../content/faq-page.ts';
import { readHomepage } from '../../../content/homepage.ts';
import type { ContentImage } from '../../../content/images.ts';
import { type Page, readPage } from '../../../content/pages.ts';
import { listPosts, type Post, readPost } from '../../../content/posts.ts';
import { listHeadings } from '../../../content/safe-html.ts';
import { sortEvents } from '../../../features/events/sort-events.ts';
import { toBarcodeWidths, toBayNumber, toCityCode } from '../../../features/events/ticket-facts.ts';
import type { CardObject } from '../../../site/card-object.tsx';
import { site } from '../../../site/config.ts';
import { isFixedPath, routes, toSlug } from '../../../site/routes.ts';
import { type SocialCard, toSocialCard } from '../../../site/social-card.tsx';
import { titleFromPath } from '../../../site/titles.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

const DAY_S = 86_400;

/** `/events` for `../../(default)/events/index.tsx` */
const toPath = (file: string): string => `/${file.replace(/^(?:\.\.\/)+|\([^)]+\)\/|\/?(?:index)?\.tsx$/g, '')}`;

/** The paths without parameters that have a page of their own. */
const PAGE_PATHS = new Set(
  Object.keys(import.meta.glob(['../../**/*.tsx', '!../../**/{_*,404}.tsx']))
    .map(toPath)
    .filter((path) => isFixedPath(path) && path !== '/'),
);
const SIGN: CardObject = { kind: 'sign' };

const toPicture = async (image: Pick<ContentImage, 'url'> | null): Promise<CardObject> => {
  const png = await readCardPicture(image);
  return png === null ? SIGN : { kind: 'picture', png };
};

const toTicket = (event: Event): CardObject => ({
  kind: 'ticket',
  city: event.city,
  code: toCityCode(event.city),
  dates: formatDates(event, 'short'),
  bay: toBayNumber(event.booth) ?? '',
  bars: toBarcodeWidths(event),
});

const findBlock = <Layout extends Block['layout']>({ blocks }: Page, layout: Layout) =>
  blocks.find((block): block is Extract<Block, { layout: Layout }> => block.layout === layout);

const readNews = async (): Promise<CardObject> => {
  const [newest] = await listPosts();
  return toPicture(newest?.image ?? null);
};

const readNextEvent = async (): Promise<CardObject> => {
  const { upcoming, past } = sortEvents(await listEvents(), new Date().toISOString());
  const [event] = [...upcoming, ...past];
  return event ? toTicket(event) : SIGN;
};

/** The card objects of pages whose main content is not in their blocks. */
const OBJECTS: Readonly<Record<string, () => Promise<CardObject> | CardObject>> = {
  '/contact': () => ({ kind: 'form', fields: ['Name', 'Email address', 'Message'], button: 'Send the message' }),
  '/domain-list-check': () => ({
    kind: 'figures',
    rows: [
      { name: 'Domains', value: '1,204' },
      { name: 'Duplicates', value: '37' },
      { name: 'Lines that aren’t domains', value: '5' },
    ],
  }),
  '/events': readNextEvent,
  '/news': readNews,
  '/RSOC-for-domains-application': () => ({
    kind: 'form',
    fields: ['Name', 'Your domains', 'Visitors a month'],
    button: 'Fill in the application',
  }),
};

/** The first card object that matches the content of a page. */
const toObject = (page: Page): Promise<CardObject> | CardObject => {
  const lanes = listLanes(page.blocks);
  const steps = findBlock(page, 'steps')?.steps.map(({ title }) => title) ?? [];
  const rows = findBlock(page, 'stats')?.stats.map(({ label, value }) => ({ name: label, value })) ?? [];
  const headings = (page.body ? listHeadings(page.body) : []).map(({ text }) => text);
  const image = findBlock(page, 'hero')?.image ?? findBlock(page, 'subpagesHero')?.image ?? null;
  if (image) return toPicture(image);
  if (lanes.length > 0) return { kind: 'lanes', lanes };
  if (rows.length > 2) return { kind: 'figures', rows };
  if (steps.length > 2) return { kind: 'steps', steps };
  return headings.length > 2 ? { kind: 'document', headings } : SIGN;
};

const toPageCard = async (path: string, page: Page): Promise<SocialCard> => {
  const headline = (findBlock(page, 'hero') ?? findBlock(page, 'subpagesHero'))?.headline;
  const object = await (OBJECTS[path]?.() ?? toObject(page));
  return headline ? { title: headline, label: page.title, object } : { title: page.title, label: page.label, object };
};

const toPostCard = async (post: Post): Promise<SocialCard> => ({
  title: post.title,
  label: post.categories[0]?.name ?? 'News',
  object: await toPicture(post.image),
});

const readFaqCard = async (): Promise<SocialCard> => {
  const [{ headline, subheadline }, groups] = await Promise.all([readFaqPage(), listFaqGroups()]);
  const questions = groups.flatMap(({ entries }) => entries).map(({ question }) => question);
  return { title: headline, label: subheadline, object: { kind: 'questions', questions } };
};

const readCard = async (path: string): Promise<SocialCard | null> => {
  if (path === '/index') {
    const { headline } = (await readHomepage()).texts.hero;
    return { title: headline, label: '', object: await toPicture({ url: '/pictures/dashboard.webp' }) };
  }
  if (path === '/faq') return readFaqCard();
  const slug = path.slice(1);
  const event = path.startsWith('/events/') ? await readEvent(path.slice('/events/'.length)) : null;
  if (event) return { title: event.title, label: formatDates(event), object: toTicket(event) };
  const [page, post] = await Promise.all([readPage(toSlug(path)), readPost(slug)]);
  if (page) return toPageCard(path, page);
  if (post) return toPostCard(post);
  if (!PAGE_PATHS.has(path)) return null;
  const name = routes.find((route) => route.path === path)?.navigation ?? titleFromPath(path) ?? site.name;
  return { title: name, label: '', object: SIGN };
};

/** `/og{path}.png` is the social card of a page; that of the home page is `/og/index.png`. */
export const GET = async (_request: Request, { params }: Context) => {
  const file = `/${params.path ?? ''}`;
  const card = file.endsWith('.png') ? await readCard(file.slice(0, -'.png'.length)) : null;
  if (card === null) return new Response('Not Found', { status: 404 });

  return new Response(Buffer.from(await toSocialCard(card)), {
    headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${DAY_S}` },
  });
};
