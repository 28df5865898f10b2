import 'server-only';
import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';

/** Longer than a load balancer keeps an idle connection, so that it is the one to close it. */
export const KEEP_ALIVE_MS = 65_000;

const KEPT_ALIVE = `\r\nconnection: keep-alive\r\nkeep-alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;

/** Where Node.js 24 has the head of an answer until its first bytes are written. It has no public name for that. */
type HeadOwner = ServerResponse & { _header?: string | null };

let second = 0;
let date = '';

const dateNow = (): string => {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1_000).toUTCString();
  }
  return date;
};

/**
 * The lines of a head as they are sent, checked once instead of with each answer.
 *
 * @param head names and values in turn.
 * @throws {TypeError} for what may not stand in a head.
 */
export const toHeadLines = (status: number, head: readonly string[]): string => {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`];
  for (let at = 0; at < head.length; at += 2) {
    const [name = '', value = ''] = head.slice(at, at + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  return lines.join('');
};

type Prepared = {
  readonly status: number;
  /** Of `toHeadLines`; they say how long the body is. */
  readonly lines: string;
  /** The last lines, without the line break behind them. The caller answers for what stands in them. */
  readonly own: string;
  readonly body: Uint8Array;
};

/**
 * Sends a body behind a head that is put together already, which costs a fifth less than `writeHead` and `end`
 * (docs/decisions/0024).
 *
 * @returns false where Node.js has to make the head, because the connection ends or more belongs into it: nothing is sent then.
 */
export const endPrepared = (response: HeadOwner, { status, lines, own, body }: Prepared): boolean => {
  if (response._header !== null || !response.shouldKeepAlive || response.getHeaderNames().length > 0) return false;
  response.statusCode = status;
  response._header = `${lines}${own}\r\ndate: ${dateNow()}${KEPT_ALIVE}`;
  response.end(body);
  return true;
};
