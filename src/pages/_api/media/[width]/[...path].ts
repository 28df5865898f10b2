import { CARD_WIDTH, MEDIA_FORMATS, MEDIA_WIDTHS } from '../../../../content/links.ts';
import { readMedia } from '../../../../content/media.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

const DAY_S = 86_400;
/** Not `immutable`, because an upload that replaces another one may have its URL. */
const CACHE_CONTROL = `public, max-age=${DAY_S}, stale-while-revalidate=${DAY_S}`;
/** Value of `Retry-After` while the image queue is full. */
const RETRY_S = 5;

/** `/media/{width}/{path below wp-content/uploads}.{avif|webp|still.webp}`, or `/media/card/{path}.jpg` for the image of a shared link. */
export const GET = async (_request: Request, { params }: Context) => {
  const isCard = params.width === 'card';
  const width = isCard ? CARD_WIDTH : MEDIA_WIDTHS.find((known) => String(known) === params.width);
  const file = params.path ?? '';
  const formats = isCard ? (['jpg'] as const) : MEDIA_FORMATS;
  const format = formats.find((known) => file.endsWith(`.${known}`));
  if (width === undefined || format === undefined) return new Response('Not Found', { status: 404 });

  const media = await readMedia(file.slice(0, -format.length - 1), width, format);
  if (media === null) return new Response('Not Found', { status: 404 });
  if (media === 'busy') {
    return new Response('Service Unavailable', {
      status: 503,
      headers: { 'retry-after': String(RETRY_S), 'cache-control': 'no-store' },
    });
  }
  return new Response(Buffer.from(media.bytes), {
    headers: { 'content-type': media.type, 'cache-control': CACHE_CONTROL },
  });
};
