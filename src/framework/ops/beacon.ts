import 'server-only';
import { withBoundedBody } from '../http/bounded-request.ts';

const MOST_CHARACTERS = 4_096;

/** The JSON that a page sent with `navigator.sendBeacon`; undefined when it is longer than 4,096 characters or no JSON. */
export const readBeacon = async (request: Request): Promise<unknown> => {
  const bounded = await withBoundedBody(request);
  const text = (await bounded?.text()) ?? '';
  if (text.length > MOST_CHARACTERS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An answer without a body, which no cache keeps. */
export const answerBeacon = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });
