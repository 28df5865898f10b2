/**
 * The version of a payload is this many bytes of its SHA-256; the server computes it in the same way
 * (`rsc/html-document.ts`).
 */
const VERSION_BYTES = 12;

const toVersion = async (payload: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', payload));
  return btoa(String.fromCharCode(...digest.subarray(0, VERSION_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
};

/**
 * If the server has rendered the payload again, a header contains its build and version, since the URL may contain
 * another version.
 */
const expectedVersion = ({ headers, url }: Response): string =>
  headers.get('x-payload-version') ??
  `${import.meta.env.WAKU_BUILD_ID} ${/([\w-]+)\.txt$/.exec(new URL(url).pathname)?.[1]}`;

/**
 * Reads the RSC payload of this document to its end and verifies its digest: if a payload failed after hydration has
 * begun, React would discard the page and everything typed into it. Browsers compute digests in secure contexts only;
 * elsewhere only the status is checked.
 *
 * @throws {Error} when the payload is missing, truncated, of another build or of another document.
 */
export const readPayload = async (response: Response): Promise<ArrayBuffer> => {
  if (!response.ok) throw new Error(`RSC payload: ${response.status}`);
  const payload = await response.arrayBuffer();
  if (crypto.subtle && `${import.meta.env.WAKU_BUILD_ID} ${await toVersion(payload)}` !== expectedVersion(response))
    throw new Error('RSC payload: unexpected version');
  return payload;
};
