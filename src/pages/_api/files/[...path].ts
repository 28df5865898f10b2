import { readFile } from '../../../content/files.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

/** `/files/{path below wp-content/uploads}` */
export const GET = async (request: Request, { params }: Context) =>
  (await readFile(params.path ?? '', request)) ?? new Response('Not Found', { status: 404 });
