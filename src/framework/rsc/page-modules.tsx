import 'server-only';
import type { FunctionComponent } from 'react';
import { PageHead } from '../../site/head.tsx';
import { isEndpoint, loadPage, type PageLoaders, toOwnQuery } from './page-directory.ts';
import { refuse } from './route-failure.ts';

/** Layouts and the root are rendered around pages, which alone have a head. */
const isPage = (file: string): boolean => !/\/_(?:layout|root)\.tsx?$/.test(file);

/**
 * The page with what is its own of the query, after its `validateRoute` let the visitor in. Where it has no head of its own,
 * title and meta tags follow from its path and the site's configuration (specification §2, "Page titles and meta").
 */
const toComponent =
  (file: string, load: () => Promise<unknown>): FunctionComponent<Record<string, unknown>> =>
  async (props) => {
    const { default: Page, validateRoute, parameters, head } = await loadPage(file, load);
    const verdict = (await validateRoute?.(props)) ?? true;
    if (verdict !== true) refuse(verdict);
    const page = (
      <Page {...props} {...(typeof props.query === 'string' && { query: toOwnQuery(props.query, parameters) })} />
    );
    if (head === 'own' || !isPage(file) || typeof props.path !== 'string') return page;
    return (
      <>
        <PageHead path={toBarePath(props.path)} />
        {page}
      </>
    );
  };

const toBarePath = (path: string): string => path.replace(/(?<=.)\/$/, '');

/**
 * Turns the files below `src/pages` into what Waku's file router takes: every page is rendered on request (editors'
 * changes show without a build) and its `validateRoute` is asked before it. A file is loaded when it is rendered for the
 * first time: the router asks for all of them before the first answer.
 */
export const toPageModules = (loaders: PageLoaders): PageLoaders =>
  Object.fromEntries(
    Object.entries(loaders)
      .filter(([file]) => !isEndpoint(file))
      .map(([file, load]) => [
        file,
        async () => ({ default: toComponent(file, load), getConfig: async () => ({ render: 'dynamic' }) }),
      ]),
  );
