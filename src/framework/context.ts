/**
 * What is known of the current request, in one typed place: the variables of Hono's context. Middlewares set them, and
 * deep code reads them without passing the context along. A site may declare further variables of its own by extending
 * Hono's `ContextVariableMap`.
 */
import 'server-only';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { Context } from 'hono';
import { contextStorage, tryGetContext } from 'hono/context-storage';

/**
 * The purpose of a request. It determines the allowed methods (endpoints check their own) and the format of error
 * responses, and is a label of the metrics. Reads of `operation` are exempt from rate limiting.
 *
 * - `payload`: an RSC payload, or the JSON content of a page.
 * - `action`: a server action.
 * - `picture`: an image from an endpoint, whereas a static image is a `file`.
 * - `file`: a static file.
 * - `operation`: health checks and metrics.
 */
export type RequestKind = 'page' | 'payload' | 'action' | 'endpoint' | 'picture' | 'file' | 'operation';

/** A request for a page as a document, as its RSC payload or as the JSON of its content. */
export type PageRequest = {
  readonly kind: 'document' | 'payload' | 'content';
  /** The path of the page without a trailing slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
};

/** The status and the message of an error page. */
export type RouteFailure = { readonly statusCode: number; readonly message: string };

/** The values of a form that was submitted without JavaScript, by field; a list for fields with several values. */
export type SubmittedValues = Readonly<Record<string, string | readonly string[]>>;

/** The content that a render has used so far. */
export type ContentUse = {
  /** Cache tags of the content. */
  readonly tags: Set<string>;
  /** When the oldest content was requested (`performance.now()`); `Infinity` if none of it can become stale. */
  oldest: number;
  /** False if the source failed or did not answer in time, so that a stale value or a fallback was used. */
  isCertain: boolean;
};

/** How long the reads of a request have waited for content; reads that wait at the same time count once. */
export type ReadBudget = { spentMs: number; waiting: number; waitingSince: number };

export type Variables = {
  requestId: string;
  /** The IP address of the client, not that of a trusted proxy. */
  address: string;
  kind?: RequestKind;
  /** Canonical and percent-encoded, without a trailing slash. */
  pathname: string;
  /** The query with the question mark, or empty. */
  search: string;
  /** The page that the URL belongs to; null if it belongs to no page, such as the URL of an action. */
  pageRequest?: PageRequest | null;
  /** Whether the response shows a draft, which nobody else may see. */
  isPreview?: boolean;
  /** What the `head` export of the page that is being rendered returns, if it was called before the render. */
  pageHead?: Promise<object>;
  /** Why the page that is being rendered fails. */
  failure?: RouteFailure;
  /**
   * The values of a form that was not accepted, for the page that is rendered in response to it. The state of the action
   * could contain them too, but React writes that state into the page and the browser sends it back, so a long list would
   * be sent twice.
   */
  submittedValues?: SubmittedValues;
  /**
   * Called when the render begins to wait for content: it then gives up its place in the render queue, and what is
   * rendered so far is sent.
   */
  onWait?: () => void;
  /** Whether the first byte has waited in vain for content, so that it should not wait any longer. */
  hasSlowContent?: boolean;
  /** Whether a part of the page shows that it failed; the page is then not cached. */
  hasFailedPart?: boolean;
  /** Set for pages and endpoints. */
  contentUse?: ContentUse;
  /** Created by the first read. Whatever a request causes shares it. */
  readBudget?: ReadBudget;
  /** The headers of every response, unless it sets them itself. */
  securityHeaders?: Readonly<Record<string, string>>;
  /** Whether the response has all of its headers, so that no middleware has to add any. */
  hasAllHeaders?: boolean;
  /** The level of the log entry. By default it is `error` for a server error, otherwise `info`. */
  logLevel?: 'info' | 'debug';
};

/** The bindings are those of Node's HTTP server; there are none if a request does not come from a socket. */
export type Env = { Bindings: Partial<HttpBindings | Http2Bindings>; Variables: Variables };

/** The context of the current request; undefined outside of requests, for example in a script. */
export const currentContext = (): Context<Env> | undefined => tryGetContext<Env>();

/** The path of the page being rendered, without its query; the same for a document and for its RSC payload. */
export const currentPath = (): string => currentContext()?.get('pageRequest')?.path ?? '/';

/** The path and the query of the page being rendered. */
export const currentPathWithQuery = (): string => {
  const { path = '/', query = '' } = currentContext()?.get('pageRequest') ?? {};
  return path + (query && `?${query}`);
};

/** The message of the error page if there is no page. The path is appended. */
export const NOT_FOUND = 'Page not found: ';

/** For the error page: why the current request failed. If no failure was recorded, it is a 404. */
export const currentRouteFailure = (): RouteFailure =>
  currentContext()?.get('failure') ?? { statusCode: 404, message: NOT_FOUND + currentPathWithQuery() };

/** The client of the current render or server action: its IP address, not that of a trusted proxy. */
export const currentClient = (): { readonly address: string } => ({
  address: currentContext()?.get('address') ?? 'unknown',
});

/** The values of a form that the current request submitted and that was not accepted; otherwise null. */
export const getSubmittedValues = (): SubmittedValues | null => currentContext()?.get('submittedValues') ?? null;

/** Whether a request only reads. */
export const isRead = (c: Context<Env>): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

/** The read budget of the current request; outside of requests, a new one. */
export const currentReadBudget = (): ReadBudget => {
  const context = currentContext();
  const budget = context?.get('readBudget') ?? { spentMs: 0, waiting: 0, waitingSince: 0 };
  context?.set('readBudget', budget);
  return budget;
};

/**
 * Runs work in a context of its own, such as a render that is cached: it must not depend on the request that caused it,
 * and many requests may wait for it. The two share only the read budget, and the id in the log.
 */
export const runInOwnContext = async <Value>(work: (c: Context<Env>) => Promise<Value>): Promise<Value> => {
  const context = new Context<Env>(new Request('http://host'));
  context.set('readBudget', currentReadBudget());
  const requestId = currentContext()?.get('requestId');
  if (requestId !== undefined) context.set('requestId', requestId);
  const { promise, resolve } = Promise.withResolvers<Value>();
  await contextStorage()(context, async () => resolve(work(context)));
  return promise;
};

/** Begins to record the content that is used in the context `c`. */
export const startContentUse = (c: Context<Env>): ContentUse => {
  const use: ContentUse = { tags: new Set(), oldest: Number.POSITIVE_INFINITY, isCertain: true };
  c.set('contentUse', use);
  return use;
};

/** Records content that the current render uses. */
export const recordContent = ({ tags, oldest, isCertain }: ContentUse): void => {
  const use = currentContext()?.get('contentUse');
  if (!use) return;
  for (const tag of tags) use.tags.add(tag);
  use.oldest = Math.min(use.oldest, oldest);
  use.isCertain &&= isCertain;
};
