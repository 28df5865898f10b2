import 'server-only';
import type { FunctionComponent } from 'react';
import type { DefaultHead, PageLoaders } from '../site-options.ts';
import { isEndpoint, loadPage, toOwnQuery } from './page-directory.ts';
import { isRouteValidated } from './request-state.ts';
import { rejectRoute } from './route-failure.ts';
import { getRequest } from './waku.ts';

/** Layouts and the root are rendered around pages; only pages have a head. */
const isPage = (file: string): boolean => !/\/_(?:layout|root)\.tsx?$/.test(file);

const withoutTrailingSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/**
 * The component of a file for Waku. It is rendered after `validateRoute` has accepted the request, and gets only the
 * declared part of the query. A page without a head of its own gets `DefaultHead`.
 */
const toComponent =
  (file: string, load: () => Promise<unknown>, DefaultHead: DefaultHead): FunctionComponent<Record<string, unknown>> =>
  async (props) => {
    const { default: Page, validateRoute, parameters, head } = await loadPage(file, load);
    if (validateRoute && !isRouteValidated(getRequest())) {
      const validation = await validateRoute(props);
      if (validation !== true) rejectRoute(validation);
    }
    const page = (
      <Page {...props} {...(typeof props.query === 'string' && { query: toOwnQuery(props.query, parameters) })} />
    );
    if (head === 'own' || !isPage(file) || typeof props.path !== 'string') return page;
    return (
      <>
        <DefaultHead path={withoutTrailingSlash(props.path)} />
        {page}
      </>
    );
  };

/**
 * Converts the files below `src/pages` to the modules that Waku's file router expects. Every page is rendered on
 * request, so that changes of content appear without a build. The router calls all loaders before the first response.
 * So the loaders do not load the files yet: each file is loaded when it is rendered.
 */
export const toPageModules = (loaders: PageLoaders, DefaultHead: DefaultHead): PageLoaders =>
  Object.fromEntries(
    Object.entries(loaders)
      .filter(([file]) => !isEndpoint(file))
      .map(([file, load]) => [
        file,
        async () => ({ default: toComponent(file, load, DefaultHead), getConfig: async () => ({ render: 'dynamic' }) }),
      ]),
  );
