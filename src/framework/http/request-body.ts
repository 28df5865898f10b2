import 'server-only';

/** A form may carry a domain list of 1 MB as a file, and the same again is never needed. */
const BODY_LIMITS = { form: 1_258_291, other: 64 * 1024 } as const;
/** The longest form of the site has fewer than fifty fields, of which some can be ticked several times. */
const MOST_PARTS = 200;

/** The type of a form as browsers and programs write it. With more in it, two readers may find two boundaries. */
const FORM_TYPE = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;

const limitOf = (contentType: string): number =>
  contentType.toLowerCase().startsWith('multipart/form-data') ? BODY_LIMITS.form : BODY_LIMITS.other;

/** How much of the rest of a body is read, in bytes. A longer one ends its connection. */
const MAX_DISCARDED = 8 * 1024 * 1024;

/**
 * Reads the rest of a body and throws it away, so that the connection can take the next request after the response. The client
 * may take as long for it as for a whole request (`REQUEST_TIMEOUT_S`). It never rejects: a client that leaves is no error.
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
 * The body, or `null` as soon as it is known to be longer than its kind may be: 64 KB, 1.2 MB for a form. Up to 8 MB of the
 * rest are discarded in the background.
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

const hasFewParts = (bytes: Buffer, delimiter: string): boolean => {
  // The last delimiter ends the form.
  let left = MOST_PARTS + 1;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    if (left === 0) return false;
    left -= 1;
  }
  return true;
};

/** The form that a body is; null where it cannot be read, or has more than 200 parts: those cost more than their bytes. */
export const readForm = async (bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | null> => {
  const boundary = FORM_TYPE.exec(contentType)?.[2];
  if (boundary === undefined || !hasFewParts(bytes, `--${boundary}`)) return null;
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return null;
  }
};
