import { readIcons } from '../../../../site/icons.ts';
import { isIconName } from '../../../../site/installed-icons.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

const MAX_ICONS = 64;
const WEEK_S = 604_800;
const MINUTE_S = 60;

const refuse = (statusMessage: string) =>
  Response.json({ statusCode: 400, statusMessage }, { status: 400, headers: { 'cache-control': 'no-store' } });

/**
 * `/api/icons/{collection}.json?icons=a,b` in the shape of Iconify's API. What nobody knows is listed in `not_found`; a
 * collection that nobody knows is no 404, which Iconify would take for the end of all asking.
 */
export const GET = async (request: Request, { params }: Context) => {
  const collection = params.collection ?? '';
  const names = (new URL(request.url).searchParams.get('icons') ?? '').split(',');
  if (!isIconName(collection)) return refuse('The collection must be a name such as tabler.');
  if (names.length > MAX_ICONS) return refuse(`At most ${MAX_ICONS} icons can be asked for at once.`);
  if (!names.every(isIconName)) return refuse('The icons must be names such as route, with a comma between them.');

  const { found, missing } = await readIcons(collection, names);
  const seconds = missing.length > 0 ? MINUTE_S : WEEK_S;
  return Response.json(
    { prefix: collection, icons: found, ...(missing.length > 0 ? { not_found: missing } : {}) },
    { headers: { 'cache-control': `public, max-age=${seconds}` } },
  );
};
