import 'server-only';

/** In bytes. A form may contain a file of 1 MB besides its other fields. */
const BODY_LIMITS = { form: 1_258_291, other: 64 * 1024 } as const;
/**
 * The maximum number of parts in a form, far more than any form needs. It is limited, because decoding many small parts
 * takes longer than their size suggests.
 */
const MAX_PARTS = 200;

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

/**
 * The body; null if it is longer than 64 KB, or 1.2 MB for a form. Up to 8 MB of the rest are then read and discarded.
 */
export const readBody = async ({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | null> => {
  if (body === null) return Buffer.alloc(0);
  const limit = limitOf(headers.get('content-type') ?? '');
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = Number(headers.get('content-length') ?? 0) > limit ? Infinity : 0;
  while (length <= limit) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.length;
    chunks.push(value);
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
 * A body has a delimiter before each part and one at its end, so splitting it results in two more pieces than parts.
 */
const hasTooManyParts = (bytes: Buffer, delimiter: string): boolean =>
  bytes.toString('latin1').split(delimiter, MAX_PARTS + 3).length > MAX_PARTS + 2;

/** The form in a body; null if it is malformed or has more than 200 parts. */
export const readForm = async (bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | null> => {
  const boundary = FORM_TYPE.exec(contentType)?.[2];
  if (boundary === undefined || hasTooManyParts(bytes, `--${boundary}`)) return null;
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return null;
  }
};
