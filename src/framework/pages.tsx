import 'server-only';
import type { FunctionComponent } from 'react';
import { isEndpoint, loadPage, type PageLoaders, type PageModule } from './page-directory.ts';
import { refuse } from './route.ts';

const withValidation = ({ default: Page, validateRoute }: PageModule): FunctionComponent<Record<string, unknown>> => {
  if (!validateRoute) return Page;

  return async (props) => {
    const verdict = await validateRoute(props);
    if (verdict !== true) refuse(verdict);
    return <Page {...props} />;
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
            default: withValidation(module),
            getConfig: async () => ({ render: 'dynamic', ...(await module.getConfig?.()) }),
          };
        },
      ]),
  );
