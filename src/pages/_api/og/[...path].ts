import { formatDates } from '../../../blocks/date/date-range.ts';
import { splitOpening } from '../../../blocks/web-blocks/page-opening.tsx';
import { readCardPicture } from '../../../content/card-picture.ts';
import { readEvent } from '../../../content/events.ts';
import { readFaqPage } from '../../../content/faq-page.ts';
import { readHomepage } from '../../../content/homepage.ts';
import type { ContentImage } from '../../../content/images.ts';
import { readPage } from '../../../content/pages.ts';
import { readPost } from '../../../content/posts.ts';
import { site } from '../../../site/config.ts';
import { isFixedPath, routes, toSlug } from '../../../site/routes.ts';
import { type SocialCard, toSocialCard } from '../../../site/social-card.tsx';
import { titleFromPath } from '../../../site/titles.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

const DAY_S = 86_400;

/** Beside the title is the image of the page, if it has one. */
const toCard = async (title: string, label: string, image: Pick<ContentImage, 'url'> | null): Promise<SocialCard> => ({
  title,
  label,
  picture: await readCardPicture(image),
});

const readCard = async (path: string): Promise<SocialCard | null> => {
  if (path === '/index') {
    return toCard((await readHomepage()).texts.hero.headline, '', { url: '/pictures/dashboard.webp' });
  }
  if (path === '/faq') {
    const { headline, subheadline } = await readFaqPage();
    return toCard(headline, subheadline, null);
  }
  const slug = path.slice(1);
  const event = path.startsWith('/events/') ? await readEvent(path.slice('/events/'.length)) : null;
  if (event) return toCard(event.title, formatDates(event), event.image);
  const [page, post] = await Promise.all([readPage(toSlug(path)), readPost(slug)]);
  if (page) {
    const { opening } = splitOpening(page.blocks);
    return opening ? toCard(opening.headline, page.title, opening.image) : toCard(page.title, page.label, null);
  }
  if (post) return toCard(post.title, post.categories[0]?.name ?? 'News', post.image);
  const route = routes.find((other) => other.path === path && isFixedPath(path));
  return route ? toCard(route.navigation ?? titleFromPath(path) ?? site.name, '', null) : null;
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

export const isRendered = true;
