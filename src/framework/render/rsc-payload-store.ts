import 'server-only';
import { LRUCache } from 'lru-cache';
import { type StoredResponse, toStoredResponse } from '../cache/index.ts';
import type { Redis } from '../redis.ts';
import type { RscPayload } from './html-document.ts';

/** For the payloads of cached documents. */
const MAX_LONG_LIVED_BYTES = 24 * 1024 * 1024;
/**
 * For the payloads of documents that are rendered for one client or cached for a few seconds, which must not evict the
 * others.
 */
const MAX_SHORT_LIVED_BYTES = 8 * 1024 * 1024;
const DAY_S = 86_400;
const YEAR_S = 31_536_000;

export const PAYLOAD_CONTENT_TYPE = 'text/x-component; charset=utf-8';
const PAYLOAD_HEADERS = {
  'content-type': PAYLOAD_CONTENT_TYPE,
  'cache-control': `public, max-age=${YEAR_S}, immutable`,
};

type StoredPayload = {
  readonly text: string;
  /** Created at the first request for the payload. */
  response?: StoredResponse;
};

/** Bytes per character: about one for the text, one for its UTF-8 encoding, and a half for all compressed variants. */
const sizeOf = ({ text }: StoredPayload): number => Math.ceil(text.length * 2.5) + 1;

type PayloadStoreOptions = {
  /** The Redis of all instances; null: this is the only instance, or Redis is not connected yet. */
  readonly redis: () => Redis | null;
  /** The prefix of all keys in Redis. */
  readonly keyPrefix: string;
};

/**
 * The payloads of sent documents by version: React hydrates a document only from the payload of the same render. Redis
 * stores those of cached documents, since the request for a payload may reach another instance than that for its document.
 */
export const createRscPayloadStore = ({ redis, keyPrefix }: PayloadStoreOptions) => {
  const createStore = (maxSize: number) => new LRUCache<string, StoredPayload>({ maxSize, sizeCalculation: sizeOf });
  const longLived = createStore(MAX_LONG_LIVED_BYTES);
  const shortLived = createStore(MAX_SHORT_LIVED_BYTES);
  const toKey = (version: string): string => `${keyPrefix}:payload:${version}`;

  const find = async (version: string): Promise<StoredPayload | null> => {
    const known = longLived.get(version) ?? shortLived.get(version);
    if (known) return known;
    const text = await redis()
      ?.get(toKey(version))
      .catch(() => null);
    if (!text) return null;
    const shared = { text };
    longLived.set(version, shared);
    return shared;
  };

  return {
    /** @param isLongLived whether the document stays in the response cache for more than a few seconds. */
    add: ({ version, text }: RscPayload, { isLongLived }: { readonly isLongLived: boolean }): void => {
      const store = isLongLived ? longLived : shortLived;
      // A page that is rendered again without a change keeps its payload, its place in the store and its copy in Redis.
      if (!store.get(version)) store.set(version, { text });
      if (isLongLived)
        redis()
          ?.set(toKey(version), text, 'EX', DAY_S)
          .catch(() => undefined);
    },

    /** The response with a payload; null if the payload was evicted. */
    readResponse: async (version: string): Promise<StoredResponse | null> => {
      const stored = await find(version);
      if (stored === null) return null;
      stored.response ??= toStoredResponse({
        status: 200,
        bytes: new TextEncoder().encode(stored.text),
        headers: PAYLOAD_HEADERS,
      });
      return stored.response;
    },
  };
};

export type RscPayloadStore = ReturnType<typeof createRscPayloadStore>;
