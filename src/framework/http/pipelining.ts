import 'server-only';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';

/** Browsers do not pipeline, and no program we know of comes near; each waiting request takes memory. */
const MAX_PIPELINED = 100;

/** The responses of a connection that are not finished, the latest last. */
export type OpenResponses = {
  /** The latest response of a connection, finished or not. */
  readonly latestOf: (socket: Duplex) => ServerResponse | undefined;
  /** Whether a client sent requests before the answer to an earlier one. */
  readonly isPipelined: (socket: Duplex) => boolean;
};

/**
 * Handles the pipelined requests of a connection one after another, with a turn of the event loop between them: their
 * responses are sent in this order anyway, and a client that sends thousands at once must not hold up the others. Requests
 * that were received on a connection that has been closed meanwhile are dropped. A connection with more than a hundred
 * unanswered requests is closed.
 */
export const handleInOrder = (handle: RequestListener): { readonly listener: RequestListener } & OpenResponses => {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const waiting = new WeakMap<Duplex, number>();

  const wait = (before: ServerResponse, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_PIPELINED) {
      if (!socket.destroyed) log.info({ limit: MAX_PIPELINED }, 'too many pipelined requests, connection closed');
      socket.destroy();
      return;
    }
    before.once('close', () =>
      setImmediate(() => {
        if (socket.destroyed) return;
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
        handle(request, response);
      }),
    );
  };

  return {
    listener: (request, response) => {
      const before = latest.get(request.socket);
      latest.set(request.socket, response);
      if (before === undefined || before.writableFinished) handle(request, response);
      else wait(before, request, response);
    },
    latestOf: (socket) => latest.get(socket),
    isPipelined: (socket) => waiting.has(socket),
  };
};
