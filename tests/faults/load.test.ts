import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSocket } from '../support/raw-request.ts';
import { shareSite } from '../support/site-process.ts';

/** The address of a client, sent as `X-Forwarded-For`, because loopback addresses are exempt from rate limits. */
const OTHER_CLIENT = '198.51.100.20';

// Twenty renders of a client within twelve seconds, and enough cached pages for the tests. With the default limit, a slow machine
// renders the pages of a burst as slowly as the limit allows.
const site = shareSite({ TRUST_PROXY: '127.0.0.1/32', RATE_LIMIT_PER_MIN: '1000' });

const visit = (path: string, address: string): Promise<Response> =>
  fetch(site.url + path, { headers: { 'x-forwarded-for': address } });

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const countRenders = async (): Promise<number> => {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  const counts = [...text.matchAll(/^renders_total\{.*outcome="finished"\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

test.each([
  ['/faq?q=payout', '203.0.113.9'],
  ['/contact?sent=P-ABCD-2345', '203.0.113.10'],
  ['/api/page-search.json?q=payout', '203.0.113.11'],
  ['/news/feed.xml', '203.0.113.12'],
  ['/og/faq.png', '203.0.113.13'],
  ['/sitemap.xml', '203.0.113.14'],
])('%s is limited, while cached pages are served', async (path, address) => {
  const responses = await Promise.all(range(40).map(() => visit(path, address)));

  const rejected = responses.find(({ status }) => status === 429);
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await visit('/faq', address)).status).toBe(200);
});

test('the queued renders of a client are cancelled when it closes its connection', async () => {
  const before = await countRenders();
  const socket = openSocket(site.url);
  // Loopback is exempt from rate limits, so each request would be rendered.
  const search = (at: number) => `GET /faq?q=left${at} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
  socket.write(range(80).map(search).join(''));
  await once(socket, 'data');
  socket.resetAndDestroy();

  await visit('/faq?q=after', OTHER_CLIENT);
  await visit('/faq?q=later', OTHER_CLIENT);
  expect((await countRenders()) - before).toBeLessThan(40);
});
