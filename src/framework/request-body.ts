import 'server-only';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { BusyError } from './busy-error.ts';

/** In bytes. A form may contain a file of 1 MB besides its other fields. */
const BODY_LIMITS = { form: 1_258_291, other: 64 * 1024 } as const;
/**
 * The maximum number of parts in a form, far more than any form needs. It is limited, because decoding many small parts
 * takes longer than their size suggests.
 */
const MAX_PARTS = 200;
/** Of the headers of one part. Browsers write about 100 bytes; decoding thousands of lines blocks the event loop. */
const MAX_PART_HEADER_BYTES = 2_048;
/**
 * What all unfinished bodies may take together, in bytes. The last eighth is for small ones, such as messages without a file.
 */
const MAX_UNFINISHED = { small: 64 * 1024 * 1024, large: 56 * 1024 * 1024 } as const;
/** A body that is unfinished for longer makes room for another one, if there is no more. */
const MAX_UNFINISHED_MS = 5_000;

/**
 * The content type of a form as browsers write it. If other parameters were accepted, two parsers could find different
 * boundaries.
 */
const FORM_TYPE = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;

const limitOf = (contentType: string): number =>
  contentType.toLowerCase().startsWith('multipart/form-data') ? BODY_LIMITS.form : BODY_LIMITS.other;

/** How many bytes of a body over its limit are read and discarded. If the rest is longer, the connection is closed. */
const MAX_DISCARDED = 8 * 1024 * 1024;

/**
 * Reads the rest of a body and discards it, so that the connection can be used for the next request. The client may
 * take as long as for any request (`requestTimeoutS`). Never rejects: a client that disconnects is not an error.
 */
const discard = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  try {
    for (let discarded = 0; discarded < MAX_DISCARDED; ) {
      const { done, value } = await reader.read();
      if (done) return;
      discarded += value.length;
    }
    await reader.cancel();
  } catch {}
};

/** The whole body; null if it is longer than `limit`. */
const readUpTo = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> => {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= limit; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.length;
    chunks.push(value);
  }
  void discard(reader);
  return null;
};

type UnfinishedBody = { readonly bytes: number; readonly since: number; readonly refuse: () => void };

/** In the order in which they began. */
const unfinishedBodies = new Set<UnfinishedBody>();
let unfinishedBytes = 0;

const release = (body: UnfinishedBody): void => {
  if (unfinishedBodies.delete(body)) unfinishedBytes -= body.bytes;
};

/** @throws {BusyError} if there is no room for another body of this length. */
const reserve = (bytes: number, refuse: () => void): UnfinishedBody => {
  const limit = bytes > BODY_LIMITS.other ? MAX_UNFINISHED.large : MAX_UNFINISHED.small;
  const now = performance.now();
  for (const oldest of unfinishedBodies) {
    if (unfinishedBytes + bytes <= limit || now - oldest.since < MAX_UNFINISHED_MS) break;
    release(oldest);
    oldest.refuse();
  }
  if (unfinishedBytes + bytes > limit) throw new BusyError('too many unfinished bodies');
  const body = { bytes, since: now, refuse };
  unfinishedBodies.add(body);
  unfinishedBytes += bytes;
  return body;
};

/**
 * The body; null if it is longer than 64 KB, or 1.2 MB for a form. Up to 8 MB of the rest are then read and discarded.
 *
 * @throws {BusyError} if the unfinished bodies of all clients would take more than 64 MB.
 */
export const readBody = async ({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | null> => {
  if (body === null) return Buffer.alloc(0);
  const limit = limitOf(headers.get('content-type') ?? '');
  const declared = Number(headers.get('content-length') ?? limit);
  const reader = body.getReader();
  if (declared > limit) {
    void discard(reader);
    return null;
  }
  const refused = Promise.withResolvers<never>();
  const unfinished = reserve(declared, () => refused.reject(new BusyError('a body took too long')));
  try {
    return await Promise.race([readUpTo(reader, limit), refused.promise]);
  } finally {
    release(unfinished);
  }
};

/** The value of a JSON text; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Whether a form has few parts with short headers, so that it is cheap to decode. A body has a delimiter before each part
 * and one at its end, so splitting it results in two more pieces than parts.
 */
const isCheap = (bytes: Buffer, delimiter: string): boolean => {
  const pieces = bytes.toString('latin1').split(delimiter, MAX_PARTS + 3);
  if (pieces.length > MAX_PARTS + 2) return false;
  return pieces.every(
    (piece) => piece.slice(0, MAX_PART_HEADER_BYTES).includes('\r\n\r\n') || piece.length <= MAX_PART_HEADER_BYTES,
  );
};

/** Decoding a form blocks the event loop, so forms are decoded one at a time. */
const decoding = pLimit(1);

/**
 * The form in a body; null if it is malformed, has more than 200 parts, or has a part with more than 2 KB of headers.
 */
export const readForm = async (bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | null> => {
  const boundary = FORM_TYPE.exec(contentType)?.[2];
  if (boundary === undefined) return null;
  return decoding(async () => {
    await setImmediate();
    if (!isCheap(bytes, `--${boundary}`)) return null;
    return new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => null);
  });
};
