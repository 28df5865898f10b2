import 'server-only';

/** The body, or `null` as soon as it is known to be longer than `limit` bytes. */
export const readBody = async (request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A body that is not read to its end is not cancelled either: that would cut the line before the answer is out.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};
