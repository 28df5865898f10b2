const VERSION_BYTES = 12;

/** The first bytes of a payload's SHA-256 as base64url, as `toPayloadVersion` computes it in `render/html-document.ts`. */
const toVersion = async (payload: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', payload));
  return btoa(String.fromCharCode(...digest.subarray(0, VERSION_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
};

/**
 * If the payload was evicted from the store, the server renders it again. It may then differ from the payload that the
 * URL names, so the response has a header with its build and version.
 */
const expectedBuildAndVersion = ({ headers, url }: Response): string =>
  headers.get('x-payload-version') ??
  `${import.meta.env.WAKU_BUILD_ID} ${/([\w-]+)\.txt$/.exec(new URL(url).pathname)?.[1]}`;

/**
 * Reads the complete RSC payload and verifies its digest before hydration: if an incomplete payload caused an error
 * after hydration had begun, React would discard the page and everything typed into it. Browsers compute digests in
 * secure contexts only; elsewhere only the status is checked.
 *
 * @throws {Error} when the response is an error or, in a secure context, when the payload is truncated, of another
 * build or not the one that the header or the URL names.
 */
export const readPayload = async (response: Response): Promise<ArrayBuffer> => {
  if (!response.ok) throw new Error(`RSC payload: ${response.status}`);
  const payload = await response.arrayBuffer();
  if (
    crypto.subtle &&
    `${import.meta.env.WAKU_BUILD_ID} ${await toVersion(payload)}` !== expectedBuildAndVersion(response)
  )
    throw new Error('RSC payload: unexpected version');
  return payload;
};
