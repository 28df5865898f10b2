import 'server-only';
import type { FunctionComponent } from 'react';
import { isEndpoint, loadPage, type PageLoaders, type PageModule, toOwnQuery } from './page-directory.ts';
import { refuse } from './route.ts';

/** The page with what is its own of the query, after its `validateRoute` let the visitor in. */
const toComponent = ({
  default: Page,
  validateRoute,
  parameters,
}: PageModule): FunctionComponent<Record<string, unknown>> => {
  const toProps = (props: Record<string, unknown>) =>
    typeof props.query === 'string' ? { ...props, query: toOwnQuery(props.query, parameters) } : props;
  if (!validateRoute) return (props) => <Page {...toProps(props)} />;

  return async (props) => {
    const verdict = await validateRoute(props);
    if (verdict !== true) refuse(verdict);
    return <Page {...toProps(props)} />;
  };
};

/**
 * Turns the files below `src/pages` into what Waku's file router takes: every page is rendered on request (editors'
 * changes show without a build) and its `validateRoute` is asked before it.
 *
 * @throws {Error} when a file has no component as its default export.
 */
export const toPageModules = (loaders: PageLoaders): PageLoaders =>
  Object.fromEntries(
    Object.entries(loaders)
      .filter(([file]) => !isEndpoint(file))
      .map(([file, load]) => [
        file,
        async () => {
          const module = await loadPage(file, load);
          return {
            default: toComponent(module),
            getConfig: async () => ({ render: 'dynamic', ...(await module.getConfig?.()) }),
          };
        },
      ]),
  );
