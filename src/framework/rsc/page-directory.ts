import 'server-only';
import type { FunctionComponent } from 'react';
import type { RouteValidation } from './route-validation.ts';

type Params = Readonly<Record<string, string>>;

/** What a file below `src/pages` may export beside its component. */
export type PageModule = {
  readonly default: FunctionComponent<Record<string, unknown>>;
  /** The page renders a `PageHead` itself. Absent: title and meta tags follow from its path and the configuration. */
  readonly head?: 'own';
  /** Judges a request before the page is rendered. */
  readonly validateRoute?: (props: Record<string, unknown>) => RouteValidation | Promise<RouteValidation>;
  /** For a path with parameters: every page there is, by the value of each parameter. */
  readonly listParams?: () => Promise<readonly Params[]>;
  /** The content the page is made from, as JSON for `{route}/_payload.json`. Null: there is no such page. */
  readonly readPayload?: (params: Params) => Promise<unknown>;
  /** Whether there is such a page, where the address alone does not tell: asked before anything is rendered. */
  readonly exists?: (props: Record<string, unknown>) => Promise<boolean>;
  /** What the page reads of the query; nothing else of it reaches the page. */
  readonly parameters?: QueryParameters;
  /** So long, in seconds, an answer may be handed to other visitors too; as long as content is fresh where it is absent. */
  readonly revalidate?: number;
};

/**
 * The parameters of a query that a page reads, by name. `few`: the values that show something are as many as the site has
 * pages, so each answer is kept. `any`: visitors make them up, so the answer is made for each of them.
 */
export type QueryParameters = Readonly<Record<string, 'cache' | 'bypass'>>;

/** The part of a query that a page reads, in one spelling: by name, values of one name in their order. */
export const toOwnQuery = (query: string, parameters: QueryParameters = {}): string =>
  new URLSearchParams(
    [...new URLSearchParams(query)]
      .filter(([name]) => Object.hasOwn(parameters, name))
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  ).toString();

export type PageLoaders = Record<string, () => Promise<unknown>>;

const isPageModule = (module: unknown): module is PageModule =>
  typeof module === 'object' && module !== null && 'default' in module && typeof module.default === 'function';

export const loadPage = async (file: string, load: () => Promise<unknown>): Promise<PageModule> => {
  const module = await load();
  if (!isPageModule(module)) throw new Error(`${file} must export its page component as default.`);
  return module;
};

/** Files below `_api` answer with what is no page: each exports `GET`. */
const ENDPOINTS = './pages/_api/';

export const isEndpoint = (file: string): boolean => file.startsWith(ENDPOINTS);

/** The path that a file answers, groups left out: `./pages/(default)/events/[slug].tsx` is `/events/[slug]`. */
const routePathOf = (file: string): string => {
  const segments = file
    .replace(/^\.\/pages\//, '')
    .replace(/\.tsx?$/, '')
    .split('/')
    .filter((segment) => !/^\(.*\)$/.test(segment) && segment !== 'index');
  return `/${segments.join('/')}`;
};

const isPublicPage = (path: string): boolean =>
  path !== '/404' && !path.split('/').some((segment) => segment.startsWith('_'));

const fill = (path: string, params: Params): string =>
  path.replaceAll(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const PARAMETER = /\[(\.\.\.)?(\w+)\]/g;

const matchParams = (path: string, pathname: string): Params | null => {
  const names = [...path.matchAll(PARAMETER)].map(([, , name = '']) => name);
  const pattern = path
    .replaceAll(/[.+?^${}()|\\](?![^[]*\])/g, '\\$&')
    .replaceAll(PARAMETER, (_, isRest?: string) => (isRest ? '(.+)' : '([^/]+)'));
  const match = new RegExp(`^${pattern}$`).exec(pathname);
  return match ? Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) : null;
};

type EndpointModule = {
  readonly GET: (request: Request, context: { readonly params: Params }) => Promise<Response>;
};

const isEndpointModule = (module: unknown): module is EndpointModule =>
  typeof module === 'object' && module !== null && 'GET' in module && typeof module.GET === 'function';

/** What the server knows of the pages without rendering them. */
export const createPageDirectory = (loaders: PageLoaders) => {
  const pages = Object.entries(loaders)
    .filter(([file]) => !isEndpoint(file))
    .map(([file, load]) => ({ path: routePathOf(file), load: () => loadPage(file, load) }))
    .filter(({ path }) => isPublicPage(path))
    // A fixed path answers before a path with parameters.
    .sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')));

  const endpoints = Object.entries(loaders)
    .filter(([file]) => isEndpoint(file))
    .map(([file, load]) => ({ path: `/${file.slice(ENDPOINTS.length).replace(/\.tsx?$/, '')}`, load }))
    .sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')));

  return {
    /** The answer of an endpoint; null where none is at this path. */
    answerEndpoint: async (request: Request): Promise<Response | null> => {
      const { pathname } = new URL(request.url);
      for (const { path, load } of endpoints) {
        const params = matchParams(path, pathname);
        if (!params) continue;
        const module = await load();
        if (!isEndpointModule(module)) throw new Error(`The endpoint ${path} must export GET.`);
        return module.GET(request, { params });
      }
      return null;
    },

    /** The page that answers a path; null where none does, or where it is not for visitors. */
    findPage: async (pathname: string): Promise<{ page: PageModule; params: Params } | null> => {
      for (const { path, load } of pages) {
        const params = matchParams(path, pathname);
        if (params) return { page: await load(), params };
      }
      return null;
    },

    /** Whether an endpoint answers this path. */
    hasEndpoint: (pathname: string): boolean => endpoints.some(({ path }) => matchParams(path, pathname) !== null),

    /** Every path that can be known: what is prerendered, sorted. */
    listPaths: async (): Promise<readonly string[]> => {
      const lists = await Promise.all(
        pages.map(async ({ path, load }) => {
          if (!path.includes('[')) return [path];
          const { listParams } = await load();
          return ((await listParams?.()) ?? []).map((params) => fill(path, params));
        }),
      );
      return [...new Set(lists.flat())].sort();
    },

    /** The content behind a path as JSON; `null` where the path or its page has none. */
    readPayload: async (pathname: string): Promise<unknown> => {
      for (const { path, load } of pages) {
        const params = matchParams(path, pathname);
        if (params) return (await (await load()).readPayload?.(params)) ?? null;
      }
      return null;
    },
  };
};

export type PageDirectory = ReturnType<typeof createPageDirectory>;
