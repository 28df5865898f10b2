import { parseFaqQuery } from '../../../features/faq/faq-query.ts';
import { findPages } from '../../../features/faq/page-search.ts';

/** `/api/page-search.json?q=…`: the pages that the search of the FAQ offers below its answers, as a list of `FoundPage`. */
export const GET = async (request: Request) =>
  Response.json(await findPages(parseFaqQuery(new URL(request.url).search)), {
    headers: { 'cache-control': 'no-store' },
  });

export const isRendered = true;
