import 'server-only';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import Negotiator from 'negotiator';

const brotli = (bytes: Uint8Array, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

const encoders = {
  br: (bytes: Uint8Array) => brotli(bytes, 5),
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

/** Encodes at a level that is fast enough to run while a client waits. */
export const encode = async (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> => encoders[encoding](bytes);

/** Encodes with brotli at its highest level: 84 ms for 80 KB, forty times as long as `encode`. */
export const encodeSmallest = (bytes: Uint8Array): Promise<Buffer> => brotli(bytes, constants.BROTLI_MAX_QUALITY);
