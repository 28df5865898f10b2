import { Agent, createServer, get, request } from 'node:http';
import { listenOnLoopback } from './listen-on-loopback.ts';

type Instance = { readonly url: string; readonly agent: Agent; isReady: boolean };

const POLL_INTERVAL_MS = 50;

const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const upstream = get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    upstream.on('error', () => resolve(false));
  });

/**
 * A minimal round-robin load balancer: forwards requests to instances that are ready, over keep-alive connections and without
 * retries. A failed request is answered with 502.
 */
export const startProxy = async (urls: readonly string[]) => {
  const instances = urls.map((url): Instance => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
  let next = 0;
  let isStopped = false;

  const watch = async (instance: Instance): Promise<void> => {
    while (!isStopped) {
      instance.isReady = await isReady(instance.url);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  };

  const server = createServer((incoming, outgoing) => {
    const ready = instances.filter((instance) => instance.isReady);
    next += 1;
    const instance = ready[next % ready.length];
    const fail = (): void => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    if (!instance) {
      fail();
      return;
    }
    const { method, url, headers } = incoming;
    const upstream = request(
      new URL(url ?? '/', instance.url),
      { method, headers, agent: instance.agent },
      (response) => {
        const { connection: _, ...responseHeaders } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, { ...responseHeaders, 'x-instance': instance.url });
        response.on('error', () => outgoing.destroy()).pipe(outgoing);
      },
    );
    upstream.on('error', fail);
    incoming.pipe(upstream);
  });
  const port = await listenOnLoopback(server);
  const watching = instances.map(watch);

  return {
    url: `http://127.0.0.1:${port}`,
    readyUrls: () => instances.filter((instance) => instance.isReady).map((instance) => instance.url),
    stop: async (): Promise<void> => {
      isStopped = true;
      server.close();
      server.closeAllConnections();
      for (const { agent } of instances) agent.destroy();
      await Promise.all(watching);
    },
  };
};
