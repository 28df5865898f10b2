import { expect, onTestFinished, test, vi } from 'vitest';
import type { RouteFailure } from '../../../../src/framework/context.ts';
import { createErrorPages } from '../../../../src/framework/render/error-pages.ts';

const notFound = (path: string): RouteFailure => ({ statusCode: 404, message: `Page not found: ${path}` });

const toPlainDocument = ({ statusCode, message }: RouteFailure): string => `<h1>${statusCode}</h1>${message}`;

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
  const { read } = createErrorPages({ render, toPlainDocument });
  const documents = await Promise.all(['/a', '/b'].map((path) => read(notFound(path))));

  expect(documents).toEqual(
    ['/a', '/b'].map((path) => ({
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
  const { read } = createErrorPages({ render, toPlainDocument });
  const hostile = notFound(`/<script>"'&$&</script>`);

  const { html } = await read(hostile);
  expect(html).not.toContain('<script');
  expect(html).toContain('/&lt;script&gt;&quot;&apos;&amp;$&amp;&lt;/script&gt;');
  startFailing();
  expect((await read({ ...hostile, statusCode: 400 })).html).not.toContain('<script');
});

test.each(['after an hour', 'after a purge'])(
  'an error page is rendered again %s, and while rendering fails the previous one is served',
  async (moment) => {
    const { render, rendered, startFailing } = createRenderer();
    let ms = 1;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms);
    onTestFinished(() => clock.mockRestore());
    const { read, purge } = createErrorPages({ render, toPlainDocument });
    const expire = (): void => {
      if (moment === 'after a purge') purge();
      else ms += 3_600_001;
    };
    await read(notFound('/a'));
    ms += 3_600_000;
    await read(notFound('/b'));
    expect(rendered).toHaveLength(1);

    expire();
    await read(notFound('/c'));
    await read(notFound('/d'));
    expect(rendered).toHaveLength(2);
    expire();
    startFailing();
    expect((await read(notFound('/e'))).html).toBe('<title>404 - Page not found: /e</title><p>Page not found: /e</p>');
    expect(rendered).toHaveLength(3);
  },
);

test('if the error page cannot be rendered, a plain document shows the message, and the next error triggers another render', async () => {
  const { render, rendered, startFailing } = createRenderer();
  startFailing();
  const { read } = createErrorPages({ render, toPlainDocument });
  const { headers, html } = await read(notFound('/a'));

  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(html).toBe('<h1>404</h1>Page not found: /a');
  await read(notFound('/b'));
  expect(rendered).toHaveLength(2);
});

test('an error page whose render began before a purge is rendered again', async () => {
  const { render, rendered } = createRenderer();
  const { read, purge } = createErrorPages({ render, toPlainDocument });
  const begun = read(notFound('/a'));
  purge();
  await begun;
  await read(notFound('/b'));
  await read(notFound('/c'));

  expect(rendered).toHaveLength(2);
});
