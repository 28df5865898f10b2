import { expect } from 'vitest';
import { openRedis, withRedis } from '../support/redis-server.ts';
import { revalidate, SECRET } from '../support/revalidation.ts';
import { startSiteForTest } from '../support/site-process.ts';
import { contact } from '../support/smtp-letters.ts';
import { type Content, faq, faqItem, faqPage, homepage, serveWordPress } from '../support/wordpress-server.ts';

const faqContent = (question: string): Content => ({
  ...homepage({ testimonials: [], faq: [11] }),
  ...faqPage({ faq: { subheadline: 'FAQ', headline: 'Headline', under_headline_content_html: '' } }),
  ...faq(faqItem({ id: 11, title: question })),
  '/wp-json/wp/v2/faq-topics': [],
});

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** Two instances of the built site with a real Redis. Pages are fresh for an hour, so that only a purge updates them. */
withRedis(
  'instances share purges, payloads and accepted messages in keys with their prefix; without Redis they work on, and catch up',
  async () => {
    const [wordpress, redis] = await Promise.all([serveWordPress(faqContent('What was it before?')), openRedis()]);
    const settings = {
      CMS_URL: wordpress.url,
      CMS_TTL_S: '3600',
      REVALIDATE_SECRET: SECRET,
      REDIS_URL: redis.url,
      REDIS_KEY_PREFIX: 'staging',
      RATE_LIMIT_PER_MIN: '1000',
      TRUST_PROXY: '127.0.0.1',
      SITE_URL: 'http://site.example',
    };
    const [one, other] = await Promise.all([startSiteForTest(settings), startSiteForTest(settings)]);
    for (const { output } of [one, other]) await expect.poll(output).toContain('purges are shared through Redis');

    // A purge on one instance is one on the other, which does not accept the same message again.
    for (const { url } of [one, other]) expect(await textOf(`${url}/faq`)).toContain('What was it before?');
    wordpress.setContent(faqContent('What is it now?'));
    const message = { timestamp: Math.floor(Date.now() / 1_000), body: '{"tags":["faq"],"id":"the same"}' };
    expect((await revalidate(one.url, ['faq'], message)).status).toBe(200);
    expect((await revalidate(other.url, ['faq'], message)).status, 'replay on the other instance').toBe(409);
    const html = await textOf(`${one.url}/faq`);
    expect(html).toContain('What is it now?');
    await expect.poll(() => textOf(`${other.url}/faq`)).toContain('What is it now?');
    const payloadPath = /data-payload="([^"]+)"/.exec(html)?.[1] ?? '';
    const payload = await textOf(one.url + payloadPath);
    await expect
      .poll(() => textOf(other.url + payloadPath), { message: 'payload of the first instance' })
      .toBe(payload);

    // Everything that a site keeps in Redis has its prefix.
    await fetch(`${one.url}/nothing-here`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    const sent = await fetch(`${one.url}/mail/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contact()),
    });
    expect(sent.status).toBe(200);
    const kinds = ['mail:secret', 'mail:limit', 'mail:meta', ':seen:', 'limit:requests'];
    for (const kind of kinds) await expect.poll(async () => (await redis.names()).join()).toContain(kind);
    expect((await redis.names()).filter((name) => !name.startsWith('staging:'))).toEqual([]);

    // While Redis is down, a purge reaches one instance only. The other catches up once Redis is up again.
    await redis.stop();
    wordpress.setContent(faqContent('What is it during the outage?'));
    expect((await revalidate(one.url, ['faq'])).status).toBe(200);
    expect(await textOf(`${one.url}/faq`)).toContain('What is it during the outage?');
    expect(await textOf(`${other.url}/faq`)).toContain('What is it now?');
    await redis.start();
    await expect.poll(() => textOf(`${other.url}/faq`)).toContain('What is it during the outage?');
    wordpress.setContent(faqContent('What will it be?'));
    expect((await revalidate(other.url, ['faq'])).status).toBe(200);
    await expect.poll(() => textOf(`${one.url}/faq`)).toContain('What will it be?');
  },
);
