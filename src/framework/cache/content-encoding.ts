import 'server-only';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
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
