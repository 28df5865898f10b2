import 'server-only';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';

/**
 * Limits the waiting requests per connection, because each takes memory. Browsers do not pipeline, and no other known
 * client comes near this limit.
 */
const MAX_PIPELINED = 100;

export type ConnectionState = {
  /** The latest response of a connection, finished or not. */
  readonly latestOf: (socket: Duplex) => ServerResponse | null;
  /** Whether the client has ever sent a request on this connection before the previous response was finished. */
  readonly isPipelined: (socket: Duplex) => boolean;
};

type Connection = { latest: ServerResponse | null; waiting: number; isPipelined: boolean };

/**
 * Handles the pipelined requests of a connection one after another, with a turn of the event loop between them: the
 * responses are sent in this order anyway, and a client that sends thousands at once must not delay other clients. If
 * the connection is closed, its waiting requests are dropped. A connection with more than a hundred waiting requests is
 * closed.
 */
export const handleInOrder = (handle: RequestListener): { readonly listener: RequestListener } & ConnectionState => {
  const connections = new WeakMap<Duplex, Connection>();

  const connectionOf = (socket: Duplex): Connection => {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { latest: null, waiting: 0, isPipelined: false };
    connections.set(socket, connection);
    return connection;
  };

  const wait = (
    connection: Connection,
    previous: ServerResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const { socket } = request;
    connection.isPipelined = true;
    connection.waiting += 1;
    if (connection.waiting > MAX_PIPELINED) {
      if (!socket.destroyed) log.info({ limit: MAX_PIPELINED }, 'too many pipelined requests, connection closed');
      socket.destroy();
      return;
    }
    previous.once('close', () =>
      setImmediate(() => {
        if (socket.destroyed) return;
        connection.waiting -= 1;
        handle(request, response);
      }),
    );
  };

  return {
    listener: (request, response) => {
      const connection = connectionOf(request.socket);
      const previous = connection.latest;
      connection.latest = response;
      if (previous === null || previous.writableFinished) handle(request, response);
      else wait(connection, previous, request, response);
    },
    latestOf: (socket) => connections.get(socket)?.latest ?? null,
    isPipelined: (socket) => connections.get(socket)?.isPipelined ?? false,
  };
};
