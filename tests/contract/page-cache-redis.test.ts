import { expect, test } from 'vitest';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';
import { revalidate, SECRET } from '../support/revalidation.ts';
import { startSiteForTest } from '../support/site-process.ts';
import { type Content, faq, faqItem, faqPage, homepage, serveWordPress } from '../support/wordpress-server.ts';

/** Two instances of the built site with a real Redis. Pages are fresh for an hour, so that only a purge updates them. */
const withRedis = test.skipIf(isRedisMissing);

const faqContent = (question: string): Content => ({
  ...homepage({ testimonials: [], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Headline', under_headline_content_html: '' } }),
  ...faq(faqItem({ id: 11, title: question })),
  '/wp-json/wp/v2/faq-topics': [],
});

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

const startTwoSites = async () => {
  const [wordpress, redis] = await Promise.all([serveWordPress(faqContent('What was it before?')), openRedis()]);
  const settings = {
    CMS_URL: wordpress.url,
    CMS_TTL_S: '3600',
    REVALIDATE_SECRET: SECRET,
    REDIS_URL: redis.url,
    SITE_URL: 'http://site.example',
  };
  const [one, other] = await Promise.all([startSiteForTest(settings), startSiteForTest(settings)]);
  for (const { output } of [one, other]) await expect.poll(output).toContain('purges are shared through Redis');
  return { wordpress, redis, one, other };
};

withRedis('a purge on one instance also takes effect on the other', async () => {
  const { wordpress, one, other } = await startTwoSites();
  for (const { url } of [one, other]) expect(await textOf(`${url}/faq`)).toContain('What was it before?');
  wordpress.setContent(faqContent('What is it now?'));
  expect((await revalidate(one.url, ['faq'])).status).toBe(200);

  expect(await textOf(`${one.url}/faq`)).toContain('What is it now?');
  await expect.poll(() => textOf(`${other.url}/faq`)).toContain('What is it now?');
});

withRedis('the RSC payload of a document is served by the other instance, too', async () => {
  const { one, other } = await startTwoSites();
  const html = await textOf(`${one.url}/faq`);
  const payloadPath = /data-payload="([^"]+)"/.exec(html)?.[1] ?? '';
  const payload = await textOf(`${one.url}${payloadPath}`);

  await expect.poll(() => textOf(`${other.url}${payloadPath}`)).toBe(payload);
});

withRedis('a webhook request accepted by one instance is rejected as a replay by the other', async () => {
  const { one, other } = await startTwoSites();
  const message = { timestamp: Math.floor(Date.now() / 1_000), body: '{"tags":["faq"],"id":"the same"}' };

  expect((await revalidate(one.url, ['faq'], message)).status).toBe(200);
  expect((await revalidate(other.url, ['faq'], message)).status).toBe(409);
});

withRedis(
  'while Redis is down instances work independently, and missed purges are applied when it is up again',
  async () => {
    const { wordpress, redis, one, other } = await startTwoSites();
    for (const { url } of [one, other]) expect(await textOf(`${url}/faq`)).toContain('What was it before?');
    await redis.stop();
    wordpress.setContent(faqContent('What is it now?'));

    expect((await revalidate(one.url, ['faq'])).status).toBe(200);
    expect(await textOf(`${one.url}/faq`)).toContain('What is it now?');
    expect(await textOf(`${other.url}/faq`)).toContain('What was it before?');

    await redis.start();
    await expect.poll(() => textOf(`${other.url}/faq`)).toContain('What is it now?');
    wordpress.setContent(faqContent('What will it be?'));
    expect((await revalidate(other.url, ['faq'])).status).toBe(200);
    await expect.poll(() => textOf(`${one.url}/faq`)).toContain('What will it be?');
  },
);

withRedis('a purge that timed out in Redis is retried', async () => {
  const { wordpress, redis, one, other } = await startTwoSites();
  for (const { url } of [one, other]) expect(await textOf(`${url}/faq`)).toContain('What was it before?');
  await redis.stall(1_000);
  wordpress.setContent(faqContent('What is it now?'));

  expect((await revalidate(one.url, ['faq'])).status).toBe(200);
  await expect.poll(() => textOf(`${other.url}/faq`)).toContain('What is it now?');
});
