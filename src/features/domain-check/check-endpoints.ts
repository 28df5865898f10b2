import 'server-only';
import { Readable } from 'node:stream';
import { HTTPException } from 'hono/http-exception';
import { MAX_URL_LENGTH, readBody, toBody } from '../../framework/shared.ts';
import { site } from '../../site/config.ts';
import { toCheckCsv } from './check-csv.ts';
import { toNotes } from './check-notes.ts';
import { type CheckQuery, MAX_DOMAINS, readCheckQuery } from './check-query.ts';
import { DOMAINS, PAGE } from './check-urls.ts';
import { checkDomains, takeChecks, takeList, toLimitMessage } from './site-check.ts';
import type { CheckStart } from './verdict.ts';

const TOO_LONG = `This list is too long: the check takes ${MAX_DOMAINS} domains at a time.`;

/** Answers are of the moment and of one visitor. */
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;

/** An error in the format that the client accepts: a page for a form without scripts, otherwise JSON. */
const reject = (status: 405 | 413 | 429, message: string, headers: Record<string, string> = {}): HTTPException =>
  new HTTPException(status, { message, res: new Response(null, { headers }) });

const readFields = async (request: Request): Promise<URLSearchParams> => {
  if (request.method !== 'POST') throw reject(405, 'This address takes lists by POST only.', { allow: 'POST' });
  const bytes = await readBody(request);
  if (bytes === null) throw reject(413, TOO_LONG);
  return new URLSearchParams(bytes.toString('utf8'));
};

const rejectIfLimited = (waitS: number | null): void => {
  if (waitS !== null) throw reject(429, toLimitMessage(waitS), { 'retry-after': String(waitS) });
};

/** The posted list, which has been counted, and so have its domains. */
const readList = async (fields: URLSearchParams, address: string): Promise<CheckQuery> => {
  rejectIfLimited(await takeList(address));
  const query = readCheckQuery(fields.get(DOMAINS) ?? '');
  rejectIfLimited(query.domains.length === 0 ? null : await takeChecks(address, query.domains.length));
  return query;
};

async function* toLines({ domains, ...query }: CheckQuery): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const start: CheckStart = { total: domains.length, notes: toNotes({ domains, ...query }) };
  yield encoder.encode(`${JSON.stringify(start)}\n`);
  for (const result of checkDomains(domains)) yield encoder.encode(`${JSON.stringify(await result)}\n`);
}

/** To the page with the list in its URL, where the domains are counted. */
const redirectToPage = (page: string, list: string): Response => {
  const { pathname = '/', hash = '' } = URL.parse(page, site.url) ?? {};
  const location = `/${pathname.replace(/^\/+/, '')}?${new URLSearchParams({ [DOMAINS]: list })}${hash}`;
  if (location.length > MAX_URL_LENGTH) throw reject(413, TOO_LONG);
  return new Response(null, { status: 303, headers: { ...HEADERS, location } });
};

/** `POST /api/domain-check`: each result is sent when it and those before it are there. */
export const streamDomainCheck = async (request: Request, address: string): Promise<Response> => {
  const fields = await readFields(request);
  const page = fields.get(PAGE);
  if (page !== null) return redirectToPage(page, fields.get(DOMAINS) ?? '');
  const query = await readList(fields, address);
  return new Response(toBody(Readable.from(toLines(query))), {
    headers: { ...HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8' },
  });
};

/** `POST /api/domain-check.csv`: the results as a file, and why entries have none. */
export const downloadDomainCheck = async (request: Request, address: string): Promise<Response> => {
  const query = await readList(await readFields(request), address);
  const results = await Promise.all(checkDomains(query.domains));
  const { filename, contentType, content } = toCheckCsv(results, toNotes(query));
  return new Response(content, {
    headers: {
      ...HEADERS,
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
    },
  });
};
