import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Agent, fetch, type Response } from 'undici';
import { z } from 'zod';
import { env } from '../env.ts';
import { defineCounter } from '../framework/shared.ts';
import { toAuthorization, withoutPassword } from './cms-password.ts';
import {
  type ContentSource,
  checkShape,
  MissingRoute,
  type Query,
  reasonOf,
  SourceDown,
  TooLarge,
  toPathWithQuery,
} from './source.ts';

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 2;
/** Maximum concurrent requests. Further ones queue here and not in undici, where their time limit would already run. */
const MAX_CONNECTIONS = 10;

const reads = defineCounter({
  name: 'cms_reads_total',
  help: 'Requests to the CMS by outcome.',
  labelNames: ['outcome'],
});
const readTime = defineCounter({ name: 'cms_read_seconds_total', help: 'Time spent waiting for the CMS.' });
reads.inc({ outcome: 'answered' }, 0);
reads.inc({ outcome: 'failed' }, 0);

/** `answered`: the CMS returned content or said that there is none; `failed`: it returned nothing usable. */
const countRead = (outcome: 'answered' | 'failed', sentAt: number): void => {
  reads.inc({ outcome });
  readTime.inc((performance.now() - sentAt) / 1_000);
};

/** With plain permalinks, WordPress answers every path with its home page, from which the companion plugin redirects to this site. */
const HINT = ': are its permalinks set to Plain, or is CMS_URL another site?';

/** The body of an error response of WordPress. A 404 with any other body comes from elsewhere, such as a proxy. */
const WordPressError = z.object({ code: z.string().startsWith('rest_') });

const totalPagesOf = ({ headers }: Response): number => {
  const pages = Number(headers.get('x-wp-totalpages') ?? 1);
  return Number.isSafeInteger(pages) ? pages : 1;
};

const readBody = async (response: Response, path: string): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new TooLarge('wordpress', path, MAX_BODY_BYTES, totalPagesOf(response));
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

const readJson = async (
  response: Response,
  path: string,
): Promise<{ readonly json: string; readonly body: unknown }> => {
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    // A body that nobody reads keeps its connection until the time limit.
    await response.body?.cancel();
    throw new Error(`wordpress answers ${path} with ${response.status} ${type}${/html/i.test(type) ? HINT : ''}`);
  }
  const json = await readBody(response, path);
  try {
    return { json, body: JSON.parse(json) };
  } catch {
    throw new Error(`wordpress answers ${path} with invalid JSON`);
  }
};

/** Whether a redirect may be followed: to the same host, and never from https to http. */
const isSafeRedirect = (from: URL, to: URL) =>
  to.host === from.host && /^https?:$/.test(to.protocol) && !(from.protocol === 'https:' && to.protocol === 'http:');

/** Too many requests or maintenance: every other request would be rejected too. Other statuses may be caused by one item. */
const rejectsEveryRequest = (status: number) => status === 429 || status === 503;

/** The error codes of undici for a connection that broke after it was established, which a single item can cause. */
const BROKEN_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Whether no connection could be established: unknown host, connection refused, invalid certificate. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  !BROKEN_CONNECTION.has(error.cause.code);

class StatusError extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`wordpress answers ${path} with ${status}`);
    this.status = status;
  }
}

/** The HTTP status of an error response of WordPress; 0 for any other error, also for `SourceDown`. */
export const statusOf = (error: unknown): number => (error instanceof StatusError ? error.status : 0);

/** undici throws a TypeError for network errors. */
const isWorthRetry = (error: unknown) =>
  error instanceof TypeError || statusOf(error) >= 500 || statusOf(error) === 429;

type Listeners = {
  /** Called with the path of each request that takes longer than `timeoutMs`. */
  readonly onSlow?: (path: string) => void;
  /** Called with each answer that has the right shape. The JSON is null if WordPress has no such path. */
  readonly onAnswer?: (answer: {
    readonly path: string;
    readonly json: string | null;
    readonly totalPages: number;
  }) => void;
};

export type WordPressSource = ContentSource & {
  readonly withListeners: (listeners: Listeners) => ContentSource;
};

/**
 * A live WordPress. Responses must be JSON of at most 5 MiB. A request is aborted after three times `timeoutMs`, counted from when it is
 * sent and not while it queues. A page waits less than that, but a late response serves the next visitor. Network errors, 5xx and 429
 * are retried once within that time.
 *
 * @param url `CMS_URL`; a name and a password in it are sent with Basic authentication.
 */
export const createWordPressSource = (url: string, timeoutMs: number): WordPressSource => {
  const authorization = toAuthorization(new URL(url));
  const root = withoutPassword(url);
  const budgetMs = timeoutMs * 3;
  const dispatcher = new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: budgetMs,
    bodyTimeout: budgetMs,
  });

  const request = async (target: URL, path: string, signal: AbortSignal, redirects = 0): Promise<Response> => {
    const response = await fetch(target, {
      dispatcher,
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json', 'User-Agent': `website (+${env.SITE_URL})`, ...authorization },
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;

    await response.body?.cancel();
    if (!URL.canParse(location, target)) throw new Error(`wordpress redirects ${path} to no address`);
    const next = new URL(location, target);
    if (!isSafeRedirect(target, next)) {
      const hint = next.host === new URL(env.SITE_URL).host ? HINT : '';
      throw new Error(`wordpress redirects ${path} to another host, ${next.host}${hint}`);
    }
    if (redirects === MAX_REDIRECTS) throw new Error(`wordpress redirects ${path} more than ${MAX_REDIRECTS} times`);
    return request(next, path, signal, redirects + 1);
  };

  const fetchOnce = async (path: string, query: Query, signal: AbortSignal) => {
    const response = await request(new URL(root + toPathWithQuery(path, query)), path, signal);
    if (response.ok) return { ...(await readJson(response, path)), totalPages: totalPagesOf(response) };
    if (response.status === 404 && WordPressError.safeParse((await readJson(response, path)).body).success) return null;
    if (!response.bodyUsed) await response.body?.cancel();
    throw new StatusError(path, response.status);
  };

  const fetchWithRetry = async (path: string, query: Query, signal: AbortSignal) => {
    try {
      return await fetchOnce(path, query, signal);
    } catch (error) {
      if (signal.aborted || !isWorthRetry(error)) throw error;
      await sleep(50 + Math.random() * 100, undefined, { signal, ref: false });
      return fetchOnce(path, query, signal);
    }
  };

  const queue = pLimit(MAX_CONNECTIONS);

  const send = async (path: string, query: Query, onSlow?: (path: string) => void) => {
    const signal = AbortSignal.timeout(budgetMs);
    const sentAt = performance.now();
    const slow = setTimeout(() => onSlow?.(path), timeoutMs);
    try {
      const response = await fetchWithRetry(path, query, signal);
      countRead('answered', sentAt);
      return response;
    } catch (error) {
      countRead('failed', sentAt);
      if (error instanceof StatusError && rejectsEveryRequest(error.status)) throw new SourceDown(error.message);
      if (!signal.aborted && !(error instanceof TypeError)) throw error;
      const message = `wordpress does not answer ${path}: ${reasonOf(error)}`;
      throw isUnconnected(error) ? new SourceDown(message, { cause: error }) : new Error(message, { cause: error });
    } finally {
      clearTimeout(slow);
    }
  };

  const createSource = ({ onSlow, onAnswer }: Listeners = {}): ContentSource => ({
    name: 'wordpress',
    async read(path, query, schema) {
      const response = await queue(() => send(path, query, onSlow));
      const answer = { path: toPathWithQuery(path, query), json: null, totalPages: 1 };
      if (response === null) {
        onAnswer?.(answer);
        throw new MissingRoute('wordpress', path);
      }
      const { json, body, totalPages } = response;
      const value = checkShape('wordpress', path, body, schema);
      onAnswer?.({ ...answer, json, totalPages });
      return { value, totalPages };
    },
  });

  return { ...createSource(), withListeners: createSource };
};
