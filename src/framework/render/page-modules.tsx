import 'server-only';
import type { FunctionComponent } from 'react';
import { currentContext, type RouteFailure } from '../context.ts';
import type { HeadComponent, PageLoaders } from '../site-options.ts';
import { ERROR_PAGE } from './urls.ts';

export type Params = Readonly<Record<string, string>>;

/** What a page's functions get: the parameters of the path, the path and the declared part of the query. */
export type PageProps = Readonly<Record<string, unknown>>;

/**
 * The result of a page's `validateRoute`: `true` renders the page, `false` answers `Page Not Found: {path}` with 404,
 * an object answers with its own status and message.
 */
type RouteValidation = boolean | RouteFailure;

/** The exports of a file below `src/pages`. Only the component is required (src/framework/README.md). */
export type PageModule = {
  readonly default: FunctionComponent<Record<string, unknown>>;
  /**
   * What the site's head component gets: an object, or a function that returns it. The first byte of the page waits for
   * it. Absent: the defaults of that component, such as a title from the path.
   */
  readonly head?: unknown;
  /** For a page that may not exist: the read that decides it. The first byte of the page waits for it. */
  readonly exists?: (props: PageProps) => Promise<boolean>;
  /** What `{route}/_payload.json` answers. Null: there is no such content. */
  readonly content?: (props: PageProps) => Promise<unknown>;
  /** Called before anything is read or rendered. */
  readonly validateRoute?: (props: PageProps) => RouteValidation | Promise<RouteValidation>;
  /** For a path with parameters: the parameters of every page to prerender. */
  readonly generateStaticParams?: () => Promise<readonly Params[]>;
  /** The query parameters that the page gets; all others are dropped. */
  readonly parameters?: QueryParameters;
  /**
   * How long the response is cached, in seconds. Absent: the response is fresh as long as its content, and is served
   * stale after that.
   */
  readonly revalidate?: number;
};

/**
 * Query parameters by name. `cache`: each value has its own cached response, so there must be few values. `bypass`: the
 * parameter can have any value, such as a search, so the response is rendered for each request.
 */
export type QueryParameters = Readonly<Record<string, 'cache' | 'bypass'>>;

export type PageMatch = { readonly page: PageModule; readonly params: Params };

/** The declared parameters of a query, sorted by name. Values of the same name keep their order. */
export const toOwnQuery = (query: string, parameters: QueryParameters = {}): string =>
  query === ''
    ? ''
    : new URLSearchParams(
        [...new URLSearchParams(query)]
          .filter(([name]) => Object.hasOwn(parameters, name))
          .sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
      ).toString();

/**
 * Whether a query has a parameter that can have any value, such as a search, so that the response bypasses the cache.
 */
export const hasUnboundedParameters = (query: string, parameters: QueryParameters = {}): boolean =>
  query !== '' && [...new URLSearchParams(query).keys()].some((name) => parameters[name] === 'bypass');

const isPageModule = (module: unknown): module is PageModule =>
  typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';

/**
 * Loads the module of a page once and keeps it: each `import()`, even of a loaded module, costs as much as a fifth of a
 * response from the cache. The loader throws an error with the name of the file, if its default export is no component.
 */
const toPageLoader = (file: string, load: () => Promise<unknown>): (() => Promise<PageModule>) => {
  let loaded: PageModule | undefined;
  return async () => {
    if (loaded) return loaded;
    const module = await load();
    if (!isPageModule(module)) throw new Error(`${file} must export its page component as default.`);
    loaded = module;
    return module;
  };
};

/** What a page's `head` returns; an empty object if it has none. */
export const readHead = async ({ head }: PageModule, props: PageProps): Promise<object> => {
  const value: unknown = typeof head === 'function' ? await head(props) : head;
  return typeof value === 'object' && value !== null ? value : {};
};

/** Files below `_api` are endpoints: each exports `GET`. */
const isEndpoint = (file: string): boolean => file.startsWith('./pages/_api/');

/**
 * The module of a page for a request. In development a module that cannot be loaded counts as one without exports: then
 * its component fails during the render, and the browser shows why.
 */
const loadForRequest = (load: () => Promise<PageModule>): Promise<PageModule> =>
  import.meta.env.DEV ? load().catch(() => ({ default: () => null })) : load();

type Route = { readonly route: string; readonly pattern: RegExp };

/** Matches the paths of a route, with its parameters as groups: `[slug]` is one segment, `[...path]` one or more. */
const toPattern = (route: string): RegExp => {
  const source = route
    .replaceAll(/[.+?^${}()|\\](?![^[]*\])/g, '\\$&')
    .replaceAll(/\[\.\.\.(\w+)\]/g, '(?<$1>.+)')
    .replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)');
  return new RegExp(`^${source}$`);
};

/** The route of a file, without route groups: `/events/[slug]` for `./pages/(default)/events/[slug].tsx`. */
const toRoute = (file: string): Route => {
  const segments = file
    .replace(/^\.\/pages\/(?:_api\/)?/, '')
    .replace(/\.tsx?$/, '')
    .split('/')
    .filter((segment) => !/^\(.*\)$/.test(segment) && segment !== 'index');
  const route = `/${segments.join('/')}`;
  return { route, pattern: toPattern(route) };
};

/** Layouts and the root are rendered around pages. */
const isLayout = (file: string): boolean => /\/_(?:layout|root)\.tsx?$/.test(file);

/** Whether the page at a route is prerendered and listed; `_blocks`, for example, is only for developers. */
const isPublicRoute = (route: string): boolean =>
  route !== ERROR_PAGE && !route.split('/').some((segment) => segment.startsWith('_'));

const paramsOf = ({ pattern }: Route, pathname: string): Params => ({ ...pattern.exec(pathname)?.groups });

const fillRoute = (route: string, params: Params): string =>
  route.replaceAll(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Routes without parameters take precedence. */
const byPrecedence = (one: Route, other: Route): number =>
  Number(one.route.includes('[')) - Number(other.route.includes('['));

type EndpointModule = {
  readonly GET: (request: Request, context: { readonly params: Params }) => Promise<Response>;
  /** Whether a response takes as long as a render, and counts as one against the client's limit. */
  readonly isRendered?: boolean;
};

/** An endpoint for one path. */
export type EndpointMatch = {
  readonly get: (request: Request) => Promise<Response>;
  readonly isRendered: boolean;
};

const isEndpointModule = (module: unknown): module is EndpointModule =>
  typeof module === 'object' && module !== null && 'GET' in module && typeof module.GET === 'function';

/** @throws {Error} if two files have the same route: one would be rendered with the head and the status of the other. */
const rejectConflicts = (files: readonly string[]): void => {
  const filesByRoute = Map.groupBy(files, (file) => toRoute(file).route.replaceAll(/\[(\.{3})?\w+\]/g, '[$1]'));
  const conflict = [...filesByRoute.values()].find(({ length }) => length > 1);
  if (conflict) throw new Error(`These files have the same route, remove one of them: ${conflict.join(', ')}.`);
};

/** The pages and endpoints of a site by their paths. */
export const createPageDirectory = (loaders: PageLoaders) => {
  const files = Object.entries(loaders).filter(([file]) => !isLayout(file));
  const pages = files
    .filter(([file]) => !isEndpoint(file))
    .map(([file, load]) => ({ ...toRoute(file), load: toPageLoader(file, load) }))
    .sort(byPrecedence);
  const endpoints = files
    .filter(([file]) => isEndpoint(file))
    .map(([file, load]) => ({ ...toRoute(file), load }))
    .sort(byPrecedence);

  const findEndpointFile = (pathname: string) => endpoints.find(({ pattern }) => pattern.test(pathname));

  return {
    hasEndpoint: (pathname: string): boolean => findEndpointFile(pathname) !== undefined,

    /** The endpoint at a path; null if there is none. */
    findEndpoint: async (pathname: string): Promise<EndpointMatch | null> => {
      const endpoint = findEndpointFile(pathname);
      if (!endpoint) return null;
      const module = await endpoint.load();
      if (!isEndpointModule(module)) throw new Error(`The endpoint ${endpoint.route} must export GET.`);
      const params = paramsOf(endpoint, pathname);
      return { get: (request) => module.GET(request, { params }), isRendered: module.isRendered ?? false };
    },

    /** The page at a path, which may be the error page; null if there is none. */
    findPage: async (pathname: string): Promise<PageMatch | null> => {
      const found = pages.find(({ pattern }) => pattern.test(pathname));
      return found ? { page: await loadForRequest(found.load), params: paramsOf(found, pathname) } : null;
    },

    /** Loads the modules of all pages. A module that cannot be loaded fails when its page is requested. */
    loadPages: async (): Promise<void> => {
      await Promise.allSettled(pages.map(({ load }) => load()));
    },

    /** The paths of endpoints without parameters, such as `/sitemap.xml`. */
    listEndpoints: (): readonly string[] => endpoints.map(({ route }) => route).filter((route) => !route.includes('[')),

    /**
     * The paths of all pages to prerender, sorted.
     *
     * @throws {Error} if two files have the same route.
     */
    listPaths: async (): Promise<readonly string[]> => {
      rejectConflicts(files.map(([file]) => file));
      const lists = await Promise.all(
        pages
          .filter(({ route }) => isPublicRoute(route))
          .map(async ({ route, load }) => {
            if (!route.includes('[')) return [route];
            const { generateStaticParams } = await load();
            return ((await generateStaticParams?.()) ?? []).map((params) => fillRoute(route, params));
          }),
      );
      return [...new Set(lists.flat())].sort();
    },
  };
};

export type PageDirectory = ReturnType<typeof createPageDirectory>;

export const withoutTrailingSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** The component of a page for Waku: its head, and the page with the declared part of the query. */
const toPage =
  (loadPage: () => Promise<PageModule>, Head: HeadComponent): FunctionComponent<Record<string, unknown>> =>
  async (waku) => {
    const page = await loadPage();
    const { default: Page, parameters } = page;
    const path = withoutTrailingSlash(String(waku.path));
    const query = toOwnQuery(typeof waku.query === 'string' ? waku.query : '', parameters);
    const props = { ...waku, path, query };
    const head = await (currentContext()?.get('pageHead') ?? readHead(page, props));
    return (
      <>
        <Head path={path} {...head} />
        {/* The key: React would keep the parts of the last page on screen until those at the same place have arrived. */}
        <Page key={path} {...props} />
      </>
    );
  };

const toLayout =
  (loadPage: () => Promise<PageModule>): FunctionComponent<Record<string, unknown>> =>
  async (props) => {
    const { default: Layout } = await loadPage();
    return <Layout {...props} />;
  };

/**
 * Converts the files below `src/pages` to the modules that Waku's file router expects. Every page is rendered on
 * request, so that changes of content appear without a build. The router calls all loaders before the first response.
 * So the loaders do not load the files yet: each file is loaded when it is rendered.
 */
export const toPageModules = (loaders: PageLoaders, Head: HeadComponent): PageLoaders =>
  Object.fromEntries(
    Object.entries(loaders)
      .filter(([file]) => !isEndpoint(file))
      .map(([file, load]) => {
        const loadPage = toPageLoader(file, load);
        const component = isLayout(file) ? toLayout(loadPage) : toPage(loadPage, Head);
        return [file, async () => ({ default: component, getConfig: async () => ({ render: 'dynamic' }) })];
      }),
  );
