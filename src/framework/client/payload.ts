/** How many bytes of the SHA-256 digest a version is made of (`server/document.ts`). */
const VERSION_BYTES = 12;

const toVersion = async (payload: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', payload));
  return btoa(String.fromCharCode(...digest.subarray(0, VERSION_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
};

/** A payload that the server had to render again names its build and its version, since its URL names another one. */
const expectedVersion = ({ headers, url }: Response): string =>
  headers.get('x-payload-version') ??
  `${import.meta.env.WAKU_BUILD_ID} ${/([\w-]+)\.txt$/.exec(new URL(url).pathname)?.[1]}`;

/**
 * The RSC payload of this document, read to its end and compared with the digest that its version is: once React has begun,
 * a payload that fails would cost the visitor the page and everything typed into it. Browsers offer digests in secure
 * contexts only; elsewhere the status has to do.
 *
 * @throws {Error} when it is missing, truncated, of another build or not the payload at all.
 */
export const readPayload = async (fetched: Promise<Response>): Promise<ArrayBuffer> => {
  const response = await fetched;
  if (!response.ok) throw new Error(`RSC payload: ${response.status}`);
  const payload = await response.arrayBuffer();
  if (crypto.subtle && `${import.meta.env.WAKU_BUILD_ID} ${await toVersion(payload)}` !== expectedVersion(response))
    throw new Error('RSC payload: another version');
  return payload;
};
