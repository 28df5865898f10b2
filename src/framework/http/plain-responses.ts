import 'server-only';
import { type ServerResponse, STATUS_CODES } from 'node:http';

/** An answer for programs, which nobody keeps. */
export const sendJson = (response: ServerResponse, statusCode: number, body: unknown): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

/** An answer in plain text, for what only programs ask for. */
export const sendPlainError = (response: ServerResponse, statusCode: number): void => {
  response.writeHead(statusCode, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(STATUS_CODES[statusCode]);
};

/** The same form for every refusal: `{statusCode, statusMessage}`. */
export const refuse = (response: ServerResponse, statusCode: number, statusMessage = STATUS_CODES[statusCode]): void =>
  sendJson(response, statusCode, { statusCode, statusMessage });
