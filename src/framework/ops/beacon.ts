import 'server-only';
import { withBoundedBody } from '../http/bounded-request.ts';

const MAX_CHARACTERS = 4_096;

/** The JSON body of a `navigator.sendBeacon` call; undefined if it is longer than 4,096 characters or not JSON. */
export const readBeacon = async (request: Request): Promise<unknown> => {
  const bounded = await withBoundedBody(request);
  const text = (await bounded?.text()) ?? '';
  if (text.length > MAX_CHARACTERS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A response without a body, which caches do not store. */
export const respondToBeacon = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });
