import 'server-only';
import { type ServerResponse, STATUS_CODES } from 'node:http';

/** An answer for programs, which nobody keeps. */
export const answerJson = (response: ServerResponse, statusCode: number, body: unknown): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

/** The same form for every refusal: `{statusCode, statusMessage}`. */
export const refuse = (response: ServerResponse, statusCode: number, statusMessage = STATUS_CODES[statusCode]): void =>
  answerJson(response, statusCode, { statusCode, statusMessage });
