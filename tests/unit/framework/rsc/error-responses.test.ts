import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createErrorPages } from '../../../../src/framework/rsc/error-pages.ts';
import { createErrorResponder } from '../../../../src/framework/rsc/error-responses.ts';
import type { RouteFailure } from '../../../../src/framework/rsc/route-validation.ts';

const listen = async (failure: RouteFailure): Promise<string> => {
  const errorPages = createErrorPages({
    render: async ({ message }) => ({ html: `<p>${message}</p>`, headers: { 'content-type': 'text/html' } }),
  });
  const sendErrorPage = createErrorResponder(errorPages);
  const server = createServer((request, response) => void sendErrorPage(request, response, failure));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
};

test('an error page has the status and the message of the failure', async () => {
  const url = await listen({ statusCode: 404, message: 'Page not found: /a' });
  const response = await fetch(url);

  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(await response.text()).toBe('<p>Page not found: /a</p>');
});

test('HEAD gets the length without the body', async () => {
  const response = await fetch(await listen({ statusCode: 404, message: 'No.' }), { method: 'HEAD' });

  expect(response.headers.get('content-length')).toBe(String('<p>No.</p>'.length));
  expect(await response.text()).toBe('');
});

test('the error page that answers a form is not stored', async () => {
  const response = await fetch(await listen({ statusCode: 403, message: 'No.' }), { method: 'POST' });

  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('503 says when to try again', async () => {
  const response = await fetch(await listen({ statusCode: 503, message: 'Later.' }));

  expect(response.headers.get('retry-after')).toBe('60');
});
