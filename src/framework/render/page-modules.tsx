import 'server-only';
import type { FunctionComponent } from 'react';
import { currentContext } from '../context.ts';
import type { HeadComponent, PageLoaders } from '../site-options.ts';
import { isEndpoint, isLayout, loadPage, readHead, toOwnQuery } from './page-directory.ts';

const withoutTrailingSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** The component of a page for Waku: its head, and the page with the declared part of the query. */
const toPage =
  (file: string, load: () => Promise<unknown>, Head: HeadComponent): FunctionComponent<Record<string, unknown>> =>
  async (waku) => {
    const page = await loadPage(file, load);
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
  (file: string, load: () => Promise<unknown>): FunctionComponent<Record<string, unknown>> =>
  async (props) => {
    const { default: Layout } = await loadPage(file, load);
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
      .map(([file, load]) => [
        file,
        async () => ({
          default: isLayout(file) ? toLayout(file, load) : toPage(file, load, Head),
          getConfig: async () => ({ render: 'dynamic' }),
        }),
      ]),
  );
