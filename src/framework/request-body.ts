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
/** What all unfinished bodies may take together, in bytes. */
const MAX_UNFINISHED_BYTES = 64 * 1024 * 1024;

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

type UnfinishedBody = { bytes: number; readonly refuse: () => void };

/** In the order in which they began. */
const unfinishedBodies = new Set<UnfinishedBody>();
let unfinishedBytes = 0;

const drop = (unfinished: UnfinishedBody): void => {
  if (unfinishedBodies.delete(unfinished)) unfinishedBytes -= unfinished.bytes;
};

/**
 * Counts what has arrived of a body. Above the limit for all bodies together, the oldest are given up: an honest form
 * arrives within seconds, so they are those of clients that keep the server waiting.
 */
const count = (unfinished: UnfinishedBody, bytes: number): void => {
  unfinished.bytes += bytes;
  unfinishedBytes += bytes;
  for (const oldest of unfinishedBodies) {
    if (unfinishedBytes <= MAX_UNFINISHED_BYTES) return;
    drop(oldest);
    oldest.refuse();
  }
};

/**
 * The body; null if it is longer than 64 KB, or 1.2 MB for a form. Up to 8 MB of the rest are then read and discarded.
 *
 * @throws {BusyError} if the unfinished bodies of all clients exceed 64 MB, and this is the oldest.
 */
export const readBody = async ({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | null> => {
  if (body === null) return Buffer.alloc(0);
  const limit = limitOf(headers.get('content-type') ?? '');
  const reader = body.getReader();
  let isRefused = false;
  const unfinished: UnfinishedBody = {
    bytes: 0,
    refuse: () => {
      isRefused = true;
      // Rejects the read that waits.
      reader.releaseLock();
      void discard(body.getReader());
    },
  };
  unfinishedBodies.add(unfinished);
  const chunks: Uint8Array[] = [];
  let length = Number(headers.get('content-length') ?? 0) > limit ? Infinity : 0;
  try {
    while (length <= limit) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      length += value.length;
      chunks.push(value);
      count(unfinished, value.length);
    }
  } catch (error) {
    throw isRefused ? new BusyError('the unfinished bodies take too much memory') : error;
  } finally {
    drop(unfinished);
  }
  void discard(reader);
  return null;
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
