import 'server-only';
import type { ServerResponse } from 'node:http';
import { refuse, sendPlainError } from './plain-responses.ts';
import type { RequestKind } from './request-kind.ts';
import { countRateLimited } from './response-metrics.ts';

const toDocument = (waitS: number): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>429 - Too Many Requests</title></head><body><main>` +
  `<h1>Uhm... sorry, 429</h1><p>So many requests came from your address that we ask you to wait for ${waitS} ` +
  `second${waitS === 1 ? '' : 's'}. Then load this page again.</p><p><a href="/">Back to home page</a></p></main></body></html>`;

/**
 * Answers a request over the limit of its client with 429: a document for visitors, plain text for RSC payloads, else JSON. It
 * is written without any work, because a client that is limited sends many.
 */
export const sendTooManyRequests = (response: ServerResponse, kind: RequestKind, waitS: number): void => {
  countRateLimited(kind);
  response.setHeader('retry-after', waitS);
  if (kind === 'payload') sendPlainError(response, 429);
  else if (kind === 'page' || kind === 'action') {
    response.writeHead(429, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(toDocument(waitS));
  } else refuse(response, 429);
};
