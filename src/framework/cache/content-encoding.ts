import 'server-only';
import { Readable, type Transform } from 'node:stream';
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

/** The best encoding that `Accept-Encoding` allows and for which `has` returns true; null: no encoding. */
export const preferredEncoding = (
  acceptEncoding: string | null | undefined,
  has: (encoding: Encoding) => boolean = () => true,
): Encoding | null => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding ?? '' } }).encodings([...PREFERENCE]);
  return PREFERENCE.find((encoding) => accepted.includes(encoding) && has(encoding)) ?? null;
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

/** A body that is sent while it is made; null: not encoded. */
export const encodeStream = (
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  encoding: Encoding | null,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const encoded: AsyncIterable<Uint8Array<ArrayBuffer>> =
    encoding === null ? body : Readable.from(body).compose(streamEncoders[encoding]());
  const chunks = encoded[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
};
