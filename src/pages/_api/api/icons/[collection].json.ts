import { readIcons } from '../../../../site/icons.ts';
import { isIconName } from '../../../../site/installed-icons.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

const MAX_ICONS = 64;
const WEEK_S = 604_800;
const MINUTE_S = 60;

const reject = (statusMessage: string) =>
  Response.json({ statusCode: 400, statusMessage }, { status: 400, headers: { 'cache-control': 'no-store' } });

/**
 * `/api/icons/{collection}.json?icons=a,b` in the format of the Iconify API. `not_found` lists unknown icons, including
 * those of an unknown collection, and icons that cannot be fetched at the moment. A response with `not_found` is cached
 * for a minute only.
 */
export const GET = async (request: Request, { params }: Context) => {
  const collection = params.collection ?? '';
  const names = (new URL(request.url).searchParams.get('icons') ?? '').split(',');
  if (!isIconName(collection)) return reject('The collection must be a name such as tabler.');
  if (names.length > MAX_ICONS) return reject(`At most ${MAX_ICONS} icons can be asked for at once.`);
  if (!names.every(isIconName)) return reject('The icons must be names such as route, with a comma between them.');

  const { found, missing } = await readIcons(collection, names);
  const seconds = missing.length > 0 ? MINUTE_S : WEEK_S;
  return Response.json(
    { prefix: collection, icons: found, ...(missing.length > 0 ? { not_found: missing } : {}) },
    { headers: { 'cache-control': `public, max-age=${seconds}` } },
  );
};
