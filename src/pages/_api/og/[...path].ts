import { readEvent } from '../../../content/events.ts';
import { readPage } from '../../../content/pages.ts';
import { readPost } from '../../../content/posts.ts';
import { site } from '../../../site/config.ts';
import { routes, toSlug } from '../../../site/routes.ts';
import { toSocialCard } from '../../../site/social-card.tsx';
import { titleFromPath } from '../../../site/titles.ts';

type Context = { readonly params: Readonly<Record<string, string>> };
type Card = { readonly title: string; readonly label: string };

const DAY_S = 86_400;

const readCard = async (path: string): Promise<Card | null> => {
  if (path === '/index') return { title: site.description, label: '' };
  const slug = path.slice(1);
  const event = path.startsWith('/events/') ? await readEvent(path.slice('/events/'.length)) : null;
  if (event) return { title: event.title, label: [event.city, event.country].filter(Boolean).join(', ') };
  const [page, post] = await Promise.all([readPage(toSlug(path)), readPost(slug)]);
  if (page) return { title: page.title, label: page.label };
  if (post) return { title: post.title, label: post.categories[0]?.name ?? 'News' };
  const route = routes.find((candidate) => candidate.path === path);
  return route ? { title: route.navigation ?? titleFromPath(path) ?? site.name, label: '' } : null;
};

/** `/og{path}.png` is the social card of a page; that of the home page is `/og/index.png`. */
export const GET = async (_request: Request, { params }: Context) => {
  const file = `/${params.path ?? ''}`;
  const card = file.endsWith('.png') ? await readCard(file.slice(0, -'.png'.length)) : null;
  if (card === null) return new Response('Not Found', { status: 404 });

  return new Response(Buffer.from(await toSocialCard(card.title, card.label)), {
    headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${DAY_S}` },
  });
};
