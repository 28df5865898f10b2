import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { resetModulesWith } from './reset-modules.ts';
import { temporaryDirectory } from './temporary-directory.ts';

type Json = Record<string, unknown>;

/** Responses by path: a list is served like a collection, anything else unchanged; other paths are 404. */
export type Content = Record<string, unknown>;

/** The content of the repository's snapshot. */
export const readRepositorySnapshot = (): Content =>
  Object.fromEntries(
    globSync('wp-json/**/*.json', { cwd: 'private/content' }).map((file) => [
      `/${file.slice(0, -'.json'.length)}`,
      JSON.parse(readFileSync(`private/content/${file}`, 'utf8')),
    ]),
  );

let nextId = 1;

const entry = (type: string, overrides: Json): Json => {
  nextId += 1;
  const {
    id = nextId,
    title = 'A title',
    content = '<p>Text</p>\n',
    date = '2026-01-01T09:00:00',
    ...rest
  } = overrides;
  const slug = overrides.slug ?? `${type}-${String(id)}`;
  return {
    id,
    date,
    date_gmt: date,
    modified: '2026-02-03T04:05:06',
    modified_gmt: '2026-02-03T04:05:06',
    slug,
    status: 'publish',
    type,
    title: { rendered: title },
    content: { rendered: content, protected: false },
    excerpt: { rendered: '<p>In short &#8212; this.</p>\n', protected: false },
    menu_order: 0,
    acf: [],
    ...rest,
  };
};

export const faqItem = (overrides: Json = {}): Json => entry('faq', overrides);
export const post = (overrides: Json = {}): Json => entry('post', { categories: [], ...overrides });
export const page = (overrides: Json = {}): Json => entry('page', overrides);
export const event = (overrides: Json = {}): Json =>
  entry('event', {
    ...overrides,
    acf: { start_date: '2026-11-24 09:00:00', time_zone: 'UTC', ...(overrides.acf ?? {}) },
  });

export const homepage = (acf: unknown): Content => ({ '/wp-json/api/homepage': { acf } });
export const faqPage = (acf: unknown): Content => ({ '/wp-json/api/faqpage': { acf } });
export const faq = (...items: Json[]): Content => ({ '/wp-json/wp/v2/faq': items });
export const posts = (...items: Json[]): Content => ({
  '/wp-json/wp/v2/posts': items,
  '/wp-json/wp/v2/categories': [],
});
export const events = (...items: Json[]): Content => ({ '/wp-json/wp/v2/events': items });
export const pages = (...items: Json[]): Content => ({ '/wp-json/wp/v2/pages': items });

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
};

/** Ways in which a CMS can fail. */
export const faults = {
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Dev</title>'),
  /** A page that exceeds the buffers of a connection. */
  longHtml: (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html>${'<p>Dev</p>'.repeat(100_000)}`),
  error500: (response) => sendJson(response, 500, { code: 'internal_server_error' }),
  error503: (response) => sendJson(response, 503, {}),
  /** The response to a wrong application password. */
  unauthorized: (response) => sendJson(response, 401, { code: 'incorrect_password', data: { status: 401 } }),
  /** The response to a user without permission to edit. */
  forbidden: (response) => sendJson(response, 403, { code: 'rest_forbidden_context', data: { status: 403 } }),
  garbage: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<br />Warning: {"acf":'),
  wrongShape: (response) => sendJson(response, 200, { acf: 'nothing like it', code: 1 }),
  wrongType: (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('{"acf":false}'),
  /** A body without end, sent as fast as the client reads. */
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
      if (!response.destroyed) response.once('drain', more);
    };
    response.write('[');
    more();
  },
  /** A body that never completes: one byte every 20 ms. */
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  },
  silent: () => {},
  reset: (response) => response.destroy(),
  resetInBody: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"acf":', () => response.destroy());
  },
  redirectLoop: (response, request) => response.writeHead(302, { location: request.url ?? '/' }).end(),
  redirectAway: (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
} satisfies Record<string, Reply>;

export type Fault = keyof typeof faults;

const fieldOf = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && name in item
    ? Object.entries(item).find(([key]) => key === name)?.[1]
    : null;

/** Serves a collection like WordPress: 10 items by default, sorted by date. */
const sendCollection = (response: ServerResponse, items: readonly unknown[], query: URLSearchParams) => {
  const reject = (param: string) =>
    sendJson(response, 400, { code: 'rest_invalid_param', data: { status: 400, params: { [param]: 'wrong' } } });
  const perPage = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const include = (query.get('include') ?? '').split(',').filter((id) => id !== '');
  if (!(perPage >= 1 && perPage <= 100)) return reject('per_page');
  if (include.some((id) => !/^\d+$/.test(id))) return reject('include');

  const slug = query.get('slug');
  const isSlug = (item: unknown) => decodeURIComponent(String(fieldOf(item, 'slug'))) === slug;
  const found = items
    .filter((item) => include.length === 0 || include.includes(String(fieldOf(item, 'id'))))
    .filter((item) => slug === null || isSlug(item))
    .toSorted((a, b) => {
      const ascending = String(fieldOf(a, 'date')).localeCompare(String(fieldOf(b, 'date')));
      return (query.get('order') ?? 'desc') === 'asc' ? ascending : -ascending;
    });
  const totalPages = Math.ceil(found.length / perPage);
  if (page > 1 && page > totalPages) return sendJson(response, 400, { code: 'rest_post_invalid_page_number' });
  return sendJson(response, 200, found.slice((page - 1) * perPage, page * perPage), {
    'x-wp-total': String(found.length),
    'x-wp-totalpages': String(totalPages),
  });
};

/**
 * Starts a fake WordPress until the test ends (`stopLater`). Its content and faults can be changed while it is running.
 */
export const serveWordPress = async (
  content: Content = {},
  endWith: (stop: () => Promise<void>) => void = onTestFinished,
) => {
  const requests: string[] = [];
  const authorizations: string[] = [];
  let answeredAt = 0;
  let current = content;
  let fault: Fault | null = null;
  let faultyPath: string | null = null;
  let gate: { readonly opened: Promise<void>; readonly holds: (url: string) => boolean } | null = null;
  let latencyMs = 0;

  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    authorizations.push(request.headers.authorization ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wordpress');
    const contentAtRequest = current;
    if (gate?.holds(request.url ?? '')) await gate.opened;
    if (latencyMs > 0) await sleep(latencyMs);
    answeredAt = performance.now();
    if (fault && (faultyPath === null || faultyPath === pathname)) return faults[fault](response, request);
    const body = contentAtRequest[pathname];
    if (Array.isArray(body)) return sendCollection(response, body, searchParams);
    if (body === undefined) return sendJson(response, 404, { code: 'rest_no_route', data: { status: 404 } });
    return sendJson(response, 200, body);
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  endWith(stop);

  return {
    url,
    /** Path and query of every request so far. */
    requests,
    authorizations,
    /** When the last response was sent, as by `performance.now()`. */
    lastAnsweredAt: () => answeredAt,
    setContent: (next: Content) => {
      current = next;
    },
    failWith: (next: Fault | null, path: string | null = null) => {
      fault = next;
      faultyPath = path;
    },
    /**
     * Holds back all responses, or those to some requests, until the returned function is called. Each has the content at the time of its
     * request.
     */
    pause: (holds: (url: string) => boolean = () => true) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = { opened: promise, holds };
      return () => {
        gate = null;
        resolve();
      };
    },
    /** Delays every response by the given time in ms. */
    setLatency: (ms: number) => {
      latencyMs = ms;
    },
    stop,
  };
};

/** A snapshot whose texts say “snapshot”, so that tests recognise its content. */
const smallSnapshot = (): Content => ({
  ...homepage({ testimonials: [{ name: 'Snapshot', role: '', quote: '', image: false }], faq: [1] }),
  ...faqPage({ faq: { subheadline: '', headline: 'From the snapshot', under_headline_content_html: '' } }),
  ...faq(faqItem({ id: 1, title: 'From the snapshot?' })),
  ...posts(post({ id: 3, slug: 'from-the-snapshot' })),
  ...events(event({ id: 4, slug: 'from-the-snapshot' })),
  ...pages(page({ id: 5, slug: 'from-the-snapshot' })),
});

/** Writes a snapshot below a temporary directory, which is deleted when the test ends. Returns the directory. */
const writeSnapshot = async (content: Content): Promise<string> => {
  const directory = temporaryDirectory();
  for (const [path, body] of Object.entries(content)) {
    const file = join(directory, 'private/content', `${path}.json`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof body === 'string' ? body : JSON.stringify(body));
  }
  return directory;
};

type Site = { settings?: Record<string, string>; snapshot?: Content };

/** Loads a new instance of the content layer with these settings and this snapshot. */
export const openSite = async ({ settings = {}, snapshot = smallSnapshot() }: Site = {}) => {
  const directory = await writeSnapshot(snapshot);
  resetModulesWith({ DATA_DIR: join(directory, 'data'), ...settings });
  const workingDirectory = vi.spyOn(process, 'cwd').mockReturnValue(directory);
  const [reader, faq, home, faqIntro, posts, events, pages, site, context, { log }] = await Promise.all([
    import('../../src/content/reader.ts'),
    import('../../src/content/faq.ts'),
    import('../../src/content/homepage.ts'),
    import('../../src/content/faq-page.ts'),
    import('../../src/content/posts.ts'),
    import('../../src/content/events.ts'),
    import('../../src/content/pages.ts'),
    import('../../src/content/site.ts'),
    import('../../src/framework/context.ts'),
    import('../../src/framework/log.ts'),
  ]);
  workingDirectory.mockRestore();
  const warn = vi.spyOn(log, 'warn');
  onTestFinished(async () => {
    await reader.contentService.stop(0);
    warn.mockRestore();
  });
  /** All warnings logged so far. */
  const warnings = () => warn.mock.calls.map((call) => JSON.stringify(call));
  const snapshotDirectory = join(directory, 'private/content');
  const content = { ...reader, ...faq, ...home, ...faqIntro, ...posts, ...events, ...pages, ...site };
  return { ...content, ...context, warnings, snapshotDirectory };
};

/** Loads the content layer with a CMS, by default without caching. */
export const openSiteOn = (wordpress: { url: string }, settings: Record<string, string> = {}, snapshot?: Content) =>
  openSite({
    settings: { CMS_URL: wordpress.url, CMS_TTL_S: '0', CMS_TIMEOUT_MS: '2000', ...settings },
    ...(snapshot ? { snapshot } : {}),
  });

/** Loads the content layer with a CMS that has this content until the test ends. */
export const openSiteWith = async (content: Content, settings?: Record<string, string>, snapshot?: Content) =>
  openSiteOn(await serveWordPress(content), settings, snapshot);

/** The content that a page with these reads would have used. */
export const useOf = (
  { runInOwnContext }: Pick<Awaited<ReturnType<typeof openSite>>, 'runInOwnContext'>,
  read: () => Promise<unknown>,
) =>
  runInOwnContext(async (c) => {
    const use = { tags: new Set<string>(), oldest: Number.POSITIVE_INFINITY, isCertain: true };
    c.set('contentUse', use);
    await read();
    return use;
  });
