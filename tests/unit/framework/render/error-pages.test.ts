import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createErrorPages } from '../../../../src/framework/render/error-pages.ts';
import type { RouteFailure } from '../../../../src/framework/render/route-validation.ts';

const notFound = (path: string): RouteFailure => ({ statusCode: 404, message: `Page not found: ${path}` });

const createRenderer = () => {
  const rendered: RouteFailure[] = [];
  let isFailing = false;
  return {
    rendered,
    startFailing: () => {
      isFailing = true;
    },
    render: async (failure: RouteFailure) => {
      rendered.push(failure);
      const { statusCode, message } = failure;
      if (isFailing) return null;
      return { html: `<title>${statusCode} - ${message}</title><p>${message}</p>`, headers: { 'x-policy': 'p' } };
    },
  };
};

test('the error page is rendered once per status, and each response has its own message', async () => {
  const { render, rendered } = createRenderer();
  const { read } = createErrorPages({ render });
  const documents = await Promise.all(['/a', '/b'].map((path) => read(notFound(path))));

  expect(documents).toEqual(
    ['/a', '/b'].map((path) => ({
      status: 404,
      headers: { 'x-policy': 'p' },
      html: `<title>404 - Page not found: ${path}</title><p>Page not found: ${path}</p>`,
    })),
  );
  expect(rendered).toHaveLength(1);
  expect((await read({ statusCode: 403, message: 'No.' })).html).toContain('403 - No.');
  expect(rendered).toHaveLength(2);
});

test('a message cannot become markup', async () => {
  const { render, startFailing } = createRenderer();
  const { read } = createErrorPages({ render });
  const hostile = notFound(`/<script>"'&$&</script>`);

  const { html } = await read(hostile);
  expect(html).not.toContain('<script');
  expect(html).toContain('/&lt;script&gt;&quot;&apos;&amp;$&amp;&lt;/script&gt;');
  startFailing();
  expect((await read({ ...hostile, statusCode: 400 })).html).not.toContain('<script');
});

test('an error page is rendered again after an hour, and while rendering fails the previous one is served', async () => {
  const { render, rendered, startFailing } = createRenderer();
  let ms = 1;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms);
  onTestFinished(() => clock.mockRestore());
  const { read } = createErrorPages({ render });
  await read(notFound('/a'));
  ms = 3_600_001;
  await read(notFound('/b'));
  expect(rendered).toHaveLength(1);

  ms = 3_600_002;
  await read(notFound('/c'));
  expect(rendered).toHaveLength(2);
  ms = 7_200_004;
  startFailing();
  expect((await read(notFound('/d'))).html).toContain('<p>Page not found: /d</p>');
  expect(rendered).toHaveLength(3);
});

test('if the error page cannot be rendered, a plain document shows the message, and the next error triggers another render', async () => {
  const { render, rendered, startFailing } = createRenderer();
  startFailing();
  const { read } = createErrorPages({ render });
  const { status, headers, html } = await read(notFound('/a'));

  expect(status).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(html).toMatch(/^<!DOCTYPE html>.*<title>404 - Page not found: \/a<\/title>.*Back to home page/);
  await read(notFound('/b'));
  expect(rendered).toHaveLength(2);
});

const serveErrorPage = async (failure: RouteFailure): Promise<string> => {
  const errorPages = createErrorPages({
    render: async ({ message }) => ({ html: `<p>${message}</p>`, headers: { 'content-type': 'text/html' } }),
  });
  const server = createServer((request, response) => void errorPages.send(request, response, failure));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
};

test('an error page has the status and the message of the failure', async () => {
  const url = await serveErrorPage({ statusCode: 404, message: 'Page not found: /a' });
  const response = await fetch(url);

  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(await response.text()).toBe('<p>Page not found: /a</p>');
});

test('the response to HEAD has the content length of the page and no body', async () => {
  const response = await fetch(await serveErrorPage({ statusCode: 404, message: 'No.' }), { method: 'HEAD' });

  expect(response.headers.get('content-length')).toBe(String('<p>No.</p>'.length));
  expect(await response.text()).toBe('');
});

test('an error page in response to a form submission is not cached', async () => {
  const response = await fetch(await serveErrorPage({ statusCode: 403, message: 'No.' }), { method: 'POST' });

  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an error page with status 503 has a Retry-After header', async () => {
  const response = await fetch(await serveErrorPage({ statusCode: 503, message: 'Later.' }));

  expect(response.headers.get('retry-after')).toBe('60');
});

test('after a purge an error page is rendered again, and while rendering fails the previous one is served', async () => {
  const { render, rendered, startFailing } = createRenderer();
  const { read, purge } = createErrorPages({ render });
  await read(notFound('/a'));
  purge();
  await read(notFound('/b'));
  await read(notFound('/c'));

  expect(rendered).toHaveLength(2);

  purge();
  startFailing();
  expect((await read(notFound('/d'))).html).toBe('<title>404 - Page not found: /d</title><p>Page not found: /d</p>');
});
