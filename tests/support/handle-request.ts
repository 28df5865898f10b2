import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { Env } from '../../src/framework/context.ts';

export const CLIENT = '198.51.100.7';

/**
 * Answers a request with one endpoint or middleware.
 *
 * @param prepare sets further variables of the context.
 */
export const handleRequest = async (
  handler: MiddlewareHandler<Env>,
  request: Request,
  prepare: (c: Context<Env>) => void = () => undefined,
): Promise<Response> => {
  const app = new Hono<Env>();
  const { pathname, search } = new URL(request.url);
  app.use(contextStorage(), async (c, next) => {
    c.set('requestId', 'the-request');
    c.set('address', CLIENT);
    c.set('pathname', pathname);
    c.set('search', search);
    prepare(c);
    await next();
  });
  app.all('*', handler);
  return app.fetch(request, {});
};
