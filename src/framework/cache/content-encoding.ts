import 'server-only';
import { pipeline, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { toBody } from '../responses.ts';

/**
 * At levels that are fast enough to run while a client waits. Every chunk is flushed: what a visitor can see must not
 * wait in a compressor.
 */
const encoders = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 }),
} as const satisfies Readonly<Record<string, () => Transform>>;

export type Encoding = keyof typeof encoders;

const PREFERENCE: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding that `Accept-Encoding` allows; null: no encoding. */
export const preferredEncoding = (acceptEncoding: string): Encoding | null => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...PREFERENCE]);
  return PREFERENCE.find((encoding) => accepted.includes(encoding)) ?? null;
};

export const encode = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer<ArrayBuffer>> =>
  buffer(encoders[encoding]().end(bytes));

const ignoreError = (): void => {};

/**
 * A body that is sent while it is made; null: not encoded. A client that leaves is an error of the streams: `pipeline`
 * listens to it while the body is made, and `toBody` after that.
 */
export const encodeStream = (
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  encoding: Encoding | null,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  toBody(encoding === null ? Readable.from(body) : pipeline(body, encoders[encoding](), ignoreError));
