import { connect, type Socket } from 'node:net';

/** Everything that a socket received until it was closed. */
export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

const parse = (received: string): RawResponse => {
  const [head = '', ...body] = received.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((entry): [string, string] => {
    const at = entry.indexOf(':');
    return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0),
    headers: new Map(headers),
    text: body.join('\r\n\r\n'),
  };
};

export const openSocket = (url: string): Socket => {
  const { hostname, port } = new URL(url);
  // The server may close the connection while the client is still sending.
  return connect({ host: hostname, port: Number(port), allowHalfOpen: false }).on('error', () => undefined);
};

/** Reads until the socket is closed. */
export const receiveAll = (socket: Socket): Promise<RawResponse> =>
  new Promise((resolve) => {
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      received += text;
    });
    socket.once('close', () => resolve(parse(received)));
  });

/** Sends raw bytes and reads the response until the server closes the connection. */
export const sendRaw = (url: string, bytes: string): Promise<RawResponse> => {
  const socket = openSocket(url);
  const response = receiveAll(socket);
  socket.write(Buffer.from(bytes, 'latin1'));
  return response;
};

/** A raw request with `Connection: close`. */
export const requestText = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string => {
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body, 'latin1')) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

const BOUNDARY = 'edge';

/** The headers and body of a multipart form as sent by a browser. */
export const multipartForm = (fields: readonly (readonly [string, string])[]) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: `${fields
    .map(([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${BOUNDARY}--\r\n`,
});
