import 'server-only';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { RequestKind } from './request-kind.ts';
import { countRateLimited } from './response-metrics.ts';

/** Responds with JSON that caches do not store. */
export const sendJson = (response: ServerResponse, statusCode: number, body: unknown): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

/** Responds with an error as JSON: `{statusCode, statusMessage}`. */
export const sendJsonError = (
  response: ServerResponse,
  statusCode: number,
  statusMessage = STATUS_CODES[statusCode],
): void => sendJson(response, statusCode, { statusCode, statusMessage });

/** The same error as that of `sendJsonError`, for endpoints that return a web `Response`. */
export const toJsonError = (
  statusCode: number,
  statusMessage = STATUS_CODES[statusCode],
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(
    { statusCode, statusMessage },
    { status: statusCode, headers: { 'cache-control': 'no-store', ...headers } },
  );

/** Responds with an error as plain text, for RSC payloads and static files. */
export const sendPlainError = (response: ServerResponse, statusCode: number): void => {
  response.writeHead(statusCode, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(STATUS_CODES[statusCode]);
};

const toRateLimitDocument = (waitS: number): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>429 - Too Many Requests</title></head><body><main>` +
  `<h1>Uhm... sorry, 429</h1><p>So many requests came from your address that we ask you to wait for ${waitS} ` +
  `second${waitS === 1 ? '' : 's'}. Then load this page again.</p><p><a href="/">Back to home page</a></p></main></body></html>`;

/**
 * Answers a request with 429 because its client is over the rate limit: an HTML document for pages and actions, plain
 * text for RSC payloads, else JSON. Nothing is rendered or compressed, because a client over its limit causes many of
 * these responses.
 */
export const sendTooManyRequests = (response: ServerResponse, kind: RequestKind, waitS: number): void => {
  countRateLimited(kind);
  response.setHeader('retry-after', waitS);
  if (kind === 'payload') sendPlainError(response, 429);
  else if (kind === 'page' || kind === 'action') {
    response.writeHead(429, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(toRateLimitDocument(waitS));
  } else sendJsonError(response, 429);
};
