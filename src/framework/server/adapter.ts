import 'server-only';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { env } from '../../env.ts';
import type { PageDirectory } from '../page-directory.ts';
import { failRoute } from '../route.ts';
import { createServerEntryAdapter } from '../waku.ts';
import { createFiles } from './files.ts';
import { createFront } from './front.ts';
import { listen } from './listen.ts';
import { createRenderer } from './render.ts';

type Fetch = (request: Request) => Promise<Response>;

const toListener = (fetch: Fetch) => getRequestListener(fetch, { overrideGlobalObjects: false });

/**
 * The site's own Waku adapter, in the order of architecture §3: the front, files, then Waku. `serve` starts the one
 * process that answers; under `waku dev` the same front runs as a middleware of the development server.
 */
export default createServerEntryAdapter<PageDirectory>(({ processRequest, processBuild, config, isBuild }, pages) => {
  const render = createRenderer({ processRequest, pages, isProduction: isBuild });
  const answer = toListener(render);

  const front = createFront({
    isProduction: isBuild,
    answerFailure: (request, response, failure) => {
      const fail: Fetch = ({ url, headers, method }) => {
        const standIn = new Request(url, { headers, method });
        failRoute(standIn, failure);
        return render(standIn);
      };
      request.url = '/';
      void toListener(fail)(request, response);
    },
  });

  const serve = (): void => {
    const files = createFiles(path.resolve(config.distDir, 'public'), path.resolve(config.distDir, 'prerendered.json'));
    listen((request, response) => {
      front(request, response, () => files(request, response, () => void answer(request, response)));
    });
  };

  return {
    fetch: render,
    front,
    serve,
    listPaths: async () => pages?.listPaths() ?? [],
    origin: env.SITE_URL,
    build: processBuild,
  };
});
