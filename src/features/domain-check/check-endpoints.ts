import 'server-only';
import { Readable } from 'node:stream';
import { toCsv } from '../../forms/csv.ts';
import { readBody, toBody, toJsonError } from '../../framework/shared.ts';
import { toNotes } from './check-notes.ts';
import { type CheckQuery, MAX_DOMAINS, readCheckQuery } from './check-query.ts';
import { DOMAINS } from './check-urls.ts';
import { checkDomains, takeChecks, toLimitMessage } from './site-check.ts';
import { type CheckStart, type DomainResult, VERDICT_LABELS } from './verdict.ts';

/** Answers are of the moment and of one visitor. */
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;
const FACTS = ['NS', 'A', 'AAAA', 'www', 'MX', 'CAA', 'DS', '_for-sale'] as const;

type ReadList = { readonly query: CheckQuery } | { readonly rejection: Response };

/** The posted list, whose domains have been counted. */
const readList = async (request: Request, address: string): Promise<ReadList> => {
  if (request.method !== 'POST') {
    return { rejection: toJsonError(405, 'This address takes lists by POST only.', { allow: 'POST' }) };
  }
  const bytes = await readBody(request);
  if (bytes === null)
    return { rejection: toJsonError(413, `This list is too long: the check takes ${MAX_DOMAINS} domains at a time.`) };
  const query = readCheckQuery(new URLSearchParams(bytes.toString('utf8')).get(DOMAINS) ?? '');
  const waitS = query.domains.length === 0 ? null : await takeChecks(address, query.domains.length);
  return waitS === null
    ? { query }
    : { rejection: toJsonError(429, toLimitMessage(waitS), { 'retry-after': String(waitS) }) };
};

async function* toLines({ domains, ...query }: CheckQuery): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const start: CheckStart = { total: domains.length, notes: toNotes({ domains, ...query }) };
  yield encoder.encode(`${JSON.stringify(start)}\n`);
  for (const result of checkDomains(domains)) yield encoder.encode(`${JSON.stringify(await result)}\n`);
}

/** `POST /api/domain-check`: each result is sent when it and those before it are there. */
export const streamDomainCheck = async (request: Request, address: string): Promise<Response> => {
  const list = await readList(request, address);
  if ('rejection' in list) return list.rejection;
  return new Response(toBody(Readable.from(toLines(list.query))), {
    headers: { ...HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8' },
  });
};

const toRow = ({ domain, verdict, facts, advice }: DomainResult): string[] => [
  domain,
  VERDICT_LABELS[verdict],
  ...FACTS.map((name) => facts.find(({ label }) => label === name)?.values.join(', ') ?? ''),
  advice.join(' '),
];

/** `POST /api/domain-check.csv`: the results as a file, and why entries have none; also for a form without scripts. */
export const downloadDomainCheck = async (request: Request, address: string): Promise<Response> => {
  const list = await readList(request, address);
  if ('rejection' in list) return list.rejection;
  const results = await Promise.all(checkDomains(list.query.domains));
  const { filename, contentType, content } = toCsv('domain-check.csv', [
    ['Domain', 'Result', ...FACTS, 'What to do'],
    ...results.map(toRow),
    ...toNotes(list.query).map((note) => [note]),
  ]);
  return new Response(content, {
    headers: {
      ...HEADERS,
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
    },
  });
};
