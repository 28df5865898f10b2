import 'server-only';

/** A form may carry a domain list of 1 MB as a file, and the same again is never needed. */
const BODY_LIMITS = { form: 1_258_291, other: 64 * 1024 } as const;
/** The longest form of the site has fewer than fifty fields, of which some can be ticked several times. */
const MOST_PARTS = 200;

/** The type of a form as browsers and programs write it. With more in it, two readers may find two boundaries. */
const FORM_TYPE = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i;

const limitOf = (contentType: string): number =>
  contentType.toLowerCase().startsWith('multipart/form-data') ? BODY_LIMITS.form : BODY_LIMITS.other;

/** The body, or `null` as soon as it is known to be longer than its kind may be: 64 KB, 1.2 MB for a form. */
export const readBody = async ({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | null> => {
  const limit = limitOf(headers.get('content-type') ?? '');
  if (Number(headers.get('content-length') ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A body that is not read to its end is not cancelled either: that would cut the line before the answer is out.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
