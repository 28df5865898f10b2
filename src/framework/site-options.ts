import type { Context } from 'hono';
import type { FunctionComponent } from 'react';
import type { Env, RouteFailure } from './context.ts';

/** Loaders of the modules below `src/pages`; the key is the path of the file. */
export type PageLoaders = Readonly<Record<string, () => Promise<unknown>>>;

/** Renders the title and the meta tags of a page, from its path and its `head` export. */
export type HeadComponent = FunctionComponent<{ readonly path: string }>;

/**
 * The ports of the framework, in the sense of ports and adapters: what a site passes to `createSite`
 * (src/framework/README.md).
 */
export type SiteOptions<Draft = unknown> = {
  /** `import.meta.glob('./pages/**\/*.{ts,tsx}')` */
  readonly pages: PageLoaders;
  /** Absent settings have the defaults of `default-options.ts`. */
  readonly settings?: Partial<FrameworkSettings>;
  /** Left out by a site whose pages read no content that can become stale. */
  readonly content?: ContentPort;
  /** Left out by a site without previews. */
  readonly preview?: PreviewPort<Draft>;
  readonly routing?: RoutingPort;
  readonly security?: SecurityPort;
  readonly head?: HeadComponent;
  /** The speculation rules of every hydrated document, as JSON. */
  readonly speculationRules?: string;
  readonly messages?: Partial<Messages>;
  /** Handlers by path, such as `/mail/send`; each gets requests of every method. */
  readonly endpoints?: Readonly<Record<string, Endpoint>>;
  /**
   * Tests the connection to the CMS, for the CMS's settings screen, which generates a new `id` for each check. The
   * result must be serializable as JSON. By default it is null.
   */
  readonly checkCms?: (id: string) => Promise<unknown>;
  /**
   * The health checks by their key in the JSON of `/readyz`. The instance is ready when all of them are. They run on each
   * request, so they must be cheap.
   */
  readonly health?: Readonly<Record<string, () => Promise<Health>>>;
  /** Background work, such as mail delivery. */
  readonly services?: readonly Service[];
};

/** What visitors read in errors that the framework reports. */
export type Messages = {
  /** The client has sent or caused too much; `waitS` is in seconds. */
  readonly tooManyRequests: (waitS: number) => string;
  /** The server has too much to render. */
  readonly busy: string;
  /** A form exceeds the size limit. */
  readonly tooLarge: string;
  /** The URL exceeds the length limit; it may contain the fields of a form. */
  readonly urlTooLong: string;
  /** A form is malformed, or of an older build. */
  readonly unreadableForm: string;
  /** Another website sent a form. */
  readonly foreignForm: string;
  /** A document for when the error page cannot be rendered. The message is HTML. */
  readonly toPlainDocument: (failure: RouteFailure) => string;
};

export type FrameworkSettings = {
  /** The origin of the site without a trailing slash: `https://www.example.com`. */
  readonly url: string;
  readonly trailingSlash: boolean;
  /** `X-Robots-Tag` of every response except previews, which are never indexed. */
  readonly robots: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  /** Trusted proxies, as addresses and networks in CIDR notation: their `X-Forwarded-For` is used. */
  readonly trustProxy: readonly string[];
  /** Requests per client and minute; 0: unlimited. */
  readonly rateLimitPerMinute: number;
  readonly maxConnections: number;
  /** `Strict-Transport-Security` of a site with an `https:` URL. */
  readonly hsts: string;
  readonly requestTimeoutS: number;
  /** How long `/readyz` answers 503 before the server closes, in milliseconds. */
  readonly stopDrainMs: number;
  /** Null: this is the only instance. */
  readonly redis: { readonly url: string; readonly keyPrefix: string } | null;
  /** How long content is fresh, in seconds; a cached response is fresh as long as its oldest content. */
  readonly ttlS: number;
  /** Null: `POST /api/revalidate` and `POST /api/connection` do not exist. */
  readonly revalidateSecret: string | null;
  /**
   * Bearer token of `/metrics`. Null: only clients that connect directly from this machine may read the metrics, and
   * only if the host of `url` is local, since behind a proxy all clients seem to be on this machine.
   */
  readonly metricsToken: string | null;
  /** The interval at which an open page polls for a new deployment, in seconds. */
  readonly versionPollS: number;
};

/** Pages record the content that they use with `recordContent`. */
export type ContentPort = {
  /** Reads what the whole site shows, such as its name, before each render and each request to an endpoint of the site. */
  readonly prepare?: () => Promise<void>;
  /** Marks cached content with one of these tags as changed; null: all of it. */
  readonly invalidate: (tags: readonly string[] | null) => void;
  /** Called when this instance connects to the others: content may have changed without its knowledge. */
  readonly catchUp?: () => void;
};

/** Tells an editor why a draft cannot be shown (`reason`) and what to do about it (`advice`). */
export type PreviewProblem = { readonly statusCode: number; readonly reason: string; readonly advice: string };

export type PreviewPort<Draft> = {
  /** The secret with which the CMS signs preview links; null: there are no previews. */
  readonly secret: string | null;
  /** Validates the payload of a signed token; null if it is invalid. */
  readonly readDraft: (payload: unknown) => Draft | null;
  /** The path at which the draft is shown. */
  readonly pathOf: (draft: Draft) => string;
  /** Why the draft cannot be shown; null if it can. */
  readonly checkAccess: (draft: Draft) => Promise<PreviewProblem | null>;
  /**
   * Shows the draft in place of the published content in the rest of the current request.
   *
   * @param link the path that opens the preview in any browser until its token expires.
   */
  readonly show: (draft: Draft, link: string) => void;
  /** For a site without a secret, a link that was signed with another secret, and an expired link. */
  readonly problems: Readonly<Record<'off' | 'wrongSecret' | 'expired', PreviewProblem>>;
  /**
   * The document that explains a problem.
   *
   * @param leaveUrl where a form of the document posts to, to leave the preview; null: no preview is open.
   */
  readonly toDocument: (problem: PreviewProblem, leaveUrl: string | null) => string;
  /** Left out if the CMS cannot show unsaved content in a frame. */
  readonly unsaved?: UnsavedContentPort;
};

/** Shows unsaved content in a frame on the editing screen of the CMS (`POST /api/preview/unsaved`). */
export type UnsavedContentPort = {
  /** The secret with which the CMS signs unsaved content; null: the endpoint does not exist. */
  readonly secret: string | null;
  /**
   * Validates the payload of a message. Returns the path of the page, and `show`, which shows the unsaved content in the
   * rest of the current request; null if the payload is invalid.
   */
  readonly read: (payload: unknown) => { readonly path: string; readonly show: () => void } | null;
};

/** A redirect from a path that has no page. */
export type PageRedirect = {
  /** A path of this site or a URL. */
  readonly location: string;
  readonly status: 301 | 302;
  /** Cache tags for shared caches. */
  readonly tags: readonly string[];
};

export type RoutingPort = {
  /** The canonical spelling of a path: `/faq` for `/FAQ`. */
  readonly toCanonicalPath?: (path: string) => string;
  /** The target of a temporary redirect to another site; null: the path is not redirected. */
  readonly redirectOf?: (path: string) => string | null;
  /**
   * Called for a path without a page, with the query of the request. Null: there is no redirect, the response is 404.
   */
  readonly findRedirect?: (path: string, query: string) => Promise<PageRedirect | null>;
  /** The route pattern of a path, as a metric label; null: no route matches. */
  readonly toRoutePattern?: (path: string) => string | null;
};

export type SecurityPort = {
  /**
   * Sources to add to the content security policy, by directive. A directive that is `'none'` by default gets only
   * these.
   */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
  /**
   * The source code of inline scripts; the policy contains their hashes. They must be constants, so that the policy
   * never allows a script from the content of a page. JSON-LD need not be listed, since it is data.
   */
  readonly inlineScripts?: readonly string[];
};

/** Handles the requests to one path, of every method. An `HTTPException` becomes an error in the format that the client accepts. */
export type Endpoint = (c: Context<Env>) => Promise<Response>;

export type Health = {
  /** Whether the instance can serve. */
  readonly isReady: boolean;
  /** The state in one word, shown to clients who may not read the metrics. */
  readonly summary: string;
  /** Numbers for monitoring, shown to all others. */
  readonly details: unknown;
};

export type Service = {
  readonly start: () => Promise<void>;
  /** Starts no new work and waits for running work, for at most `limitMs`. */
  readonly stop: (limitMs: number) => Promise<void>;
};
