import { Agent, createServer, get, request } from 'node:http';

type Instance = { readonly url: string; readonly agent: Agent; isReady: boolean };

const POLL_INTERVAL_MS = 50;

const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asking.on('error', () => resolve(false));
  });

/**
 * A load balancer as small as one can be: every request goes to the next instance that says it is ready, over connections
 * that are kept, and nothing is tried twice. What an instance fails is answered with 502.
 */
export const startProxy = async (urls: readonly string[]) => {
  const instances = urls.map((url): Instance => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
  let turn = 0;
  let isStopped = false;

  const watch = async (instance: Instance): Promise<void> => {
    while (!isStopped) {
      instance.isReady = await isReady(instance.url);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  };

  const server = createServer((incoming, outgoing) => {
    const ready = instances.filter((instance) => instance.isReady);
    turn += 1;
    const instance = ready[turn % ready.length];
    const fail = (): void => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    if (!instance) {
      fail();
      return;
    }
    const { method, url, headers } = incoming;
    const asking = request(new URL(url ?? '/', instance.url), { method, headers, agent: instance.agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'x-instance': instance.url });
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    asking.on('error', fail);
    incoming.pipe(asking);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const watching = instances.map(watch);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

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
