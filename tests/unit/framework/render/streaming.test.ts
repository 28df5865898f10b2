import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { currentContext } from '../../../../src/framework/context.ts';
import { log } from '../../../../src/framework/log.ts';
import { registry } from '../../../../src/framework/metrics-registry.ts';
import { renderBy, rendered } from '../../../support/fake-waku.ts';
import { openSite } from '../../../support/open-site.ts';
import { readGradually } from '../../../support/read-gradually.ts';

const Page = () => null;
const PAGES = Object.fromEntries(
  ['index', 'faq', 'news', 'events', 'solutions', 'imprint'].map((name) => [
    `./pages/${name}.tsx`,
    async () => ({ default: Page, parameters: { q: 'bypass' as const } }),
  ]),
);

const SHELL =
  '<!DOCTYPE html><html><head></head><body><header>Freehold</header>' +
  '<!--$?--><template id="B:0"></template><template data-part="prices"></template><p>No prices right now</p><!--/$-->' +
  '<footer>©</footer><script id="_R_">import("/assets/index.js")</script>';
const PART = '<div hidden id="S:0"><p>.com 12 €, .de 9 € 🐢</p></div><script>$RC("B:0","S:0")</script>';
const ROW = '<script>(self.__FLIGHT_DATA||=[]).push("0:[]\\n")</script>';
const END = '</body></html>';

const encoder = new TextEncoder();

type Stream = {
  readonly push: (text: string, size?: number) => void;
  readonly end: () => void;
  readonly fail: () => void;
};

/** Lets pages wait for content. The streams of what is rendered, in order, which the test continues. */
const renderWaiting = (type = 'text/html; charset=utf-8', begin = SHELL): Stream[] => {
  const streams: Stream[] = [];
  renderBy(async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push({
          push: (text, size = Infinity) => {
            const bytes = encoder.encode(text);
            for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          },
          end: () => controller.close(),
          fail: () => controller.error(new Error('cut off')),
        });
      },
    });
    streams.at(-1)?.push(begin);
    currentContext()?.get('onWait')?.();
    return new Response(body, { headers: { 'content-type': type } });
  });
  return streams;
};

/** Continues a page, and ends it. Each byte arrives on its own, so chunks end within characters and tags. */
const finish = (stream: Stream | undefined, part = PART): void => {
  stream?.push(part + ROW + END, 1);
  stream?.end();
};

const countRenders = (): number => rendered.filter((path) => path !== '/404').length;

/** What is logged as an error during a test. */
const errorsOf = () => {
  const logged = vi.spyOn(log, 'error');
  onTestFinished(() => logged.mockRestore());
  return () => logged.mock.calls.map(([details, message]) => ({ ...Object(details), message }));
};

describe('a page that waits for content', () => {
  test('is sent up to there without an ETag, tags or a length, and CDNs do not keep it; then the rest follows', async () => {
    const { send, get } = openSite({ pages: PAGES });
    const streams = renderWaiting();
    const response = await send('/');
    const { until } = readGradually(response);

    expect(await until('</header>')).not.toContain('prices');
    expect(response.status).toBe(200);
    const names = [...response.headers.keys()];
    for (const name of ['etag', 'cache-tag', 'surrogate-key', 'content-length', 'cdn-cache-control'])
      expect(names).not.toContain(name);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    finish(streams[0]);
    const text = await until('</html>');
    expect(text).toContain('<!--$--><p>.com 12 €, .de 9 € 🐢</p><!--/$--><footer>');

    await get('/');
    const cached = await get('/');
    expect(cached.headers.get('server-timing')).toBe('cache;desc=hit');
    expect(cached.headers.get('etag')).not.toBeNull();
    expect(cached.text).toBe(text);
    expect(countRenders()).toBe(1);
  });

  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
  ] as const)('is flushed after each part when it is compressed as %s', async (encoding, decompress) => {
    const { send } = openSite({ pages: PAGES });
    const streams = renderWaiting();
    const response = await send('/', { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    const reader = response.body?.getReader();
    const bytes: Uint8Array[] = [];
    const until = async (wanted: string): Promise<void> => {
      while (bytes.length === 0 || !decompress(Buffer.concat(bytes)).toString().includes(wanted)) {
        const { value } = (await reader?.read()) ?? {};
        if (!value) throw new Error(`The response ends without ${wanted}`);
        bytes.push(value);
      }
    };

    await until('</header>');
    streams[0]?.push(PART);
    await until('.de 9 €');
    streams[0]?.push(ROW + END);
    streams[0]?.end();
    await until('</html>');
  });

  test('is answered without a body for HEAD, and whole for a conditional request', async () => {
    const { send } = openSite({ pages: PAGES });
    const streams = renderWaiting();
    const head = await send('/', { method: 'HEAD' });
    const conditional = await send('/', { headers: { 'if-none-match': 'W/"earlier"' } });
    finish(streams[0]);

    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
    expect(conditional.status).toBe(200);
    expect(await conditional.text()).toMatch(/<\/html>$/);
  });

  test('is rendered once for all who ask meanwhile, and one who leaves ends nothing', async () => {
    const { send, get } = openSite({ pages: PAGES });
    const streams = renderWaiting();
    const [first, second] = [readGradually(await send('/')), readGradually(await send('/'))];
    await first.until('</header>');
    await first.cancel();
    finish(streams[0]);

    expect(await second.until('</html>')).toContain('.com 12');
    expect((await get('/')).text).toContain('.com 12');
    expect(countRenders()).toBe(1);
  });

  test('holds no place in the render queue: pages for everyone and searches for one begin while others wait', async () => {
    const { send } = openSite({ pages: PAGES });
    const streams = renderWaiting();
    const paths = ['/', '/faq', '/news', '/events', '/solutions', '/imprint', '/faq?q=a', '/faq?q=b', '/faq?q=c'];
    const readings = await Promise.all(paths.map(async (path) => readGradually(await send(path))));
    for (const { until } of readings) await until('</header>');

    expect(streams).toHaveLength(paths.length);
    for (const stream of streams) finish(stream);
    for (const { until } of readings) await until('</html>');
  });
});

describe('a part that fails after the first byte', () => {
  test('shows what is missing in a complete page, is named in the log and the metrics, and the page is not cached', async () => {
    const { send, get } = openSite({ pages: PAGES });
    const errors = errorsOf();
    const streams = renderWaiting();
    const { until } = readGradually(await send('/'));
    await until('</header>');
    streams[0]?.fail();

    expect(await until('</html>')).toMatch(
      /<p>No prices right now<\/p><!--\/\$--><footer>©<\/footer><\/body><\/html>$/,
    );
    expect(errors()).toMatchObject([
      { message: 'a response was cut off' },
      { message: 'a part of a page failed', part: 'prices' },
    ]);
    expect(await registry.metrics()).toContain('page_parts_failed_total{part="prices"} 1');
    const next = get('/');
    await vi.waitUntil(() => streams.length === 2);
    finish(streams[1]);
    expect((await next).text).toContain('.com 12');
  });

  test('in the payload of a client navigation keeps the payload out of the cache', async () => {
    const { get } = openSite({ pages: PAGES });
    renderBy(
      async () =>
        new Response('1:["$","p"]\n2:E{"digest":"1234"}\n', { headers: { 'content-type': 'text/x-component' } }),
    );
    await get('/RSC/R/faq.txt');
    await get('/RSC/R/faq.txt');

    expect(countRenders()).toBe(2);
  });

  test('whose document breaks a rule of React’s format is logged', async () => {
    const { send } = openSite({ pages: PAGES });
    const errors = errorsOf();
    const streams = renderWaiting();
    const response = await send('/');
    streams[0]?.push(PART.replace('$RC("B:0","S:0")', '$RR("B:0","S:0",[no json])'));
    finish(streams[0], '');

    expect(await response.text()).toContain('</header>');
    expect(errors()).toEqual([expect.objectContaining({ err: expect.any(SyntaxError) })]);
  });
});
