import 'server-only';
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import Negotiator from 'negotiator';
import { toBody } from '../responses.ts';

/** At levels that are fast enough to run while a client waits. */
const encoders = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: (bytes: Uint8Array) => promisify(zstdCompress)(bytes),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 6 }),
} as const;

export type Encoding = keyof typeof encoders;

const PREFERENCE: readonly Encoding[] = ['br', 'zstd', 'gzip'];

/** The best encoding that `Accept-Encoding` allows; null: no encoding. */
export const preferredEncoding = (acceptEncoding: string): Encoding | null => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...PREFERENCE]);
  return PREFERENCE.find((encoding) => accepted.includes(encoding)) ?? null;
};

export const encode = (bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> =>
  encoders[encoding](bytes);

/** Every chunk is flushed: what a visitor can see must not wait in a compressor. */
const streamEncoders: Readonly<Record<Encoding, () => Transform>> = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 }),
};

const ignoreError = (): void => {};

/**
 * A body that is sent while it is made; null: not encoded. A client that leaves is an error of the streams: `pipeline`
 * listens to it while the body is made, and `toBody` after that.
 */
export const encodeStream = (
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  encoding: Encoding | null,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  toBody(encoding === null ? Readable.from(body) : pipeline(body, streamEncoders[encoding](), ignoreError));
