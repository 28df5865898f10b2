import { expect, onTestFinished, vi } from 'vitest';
import { openRedis, withRedis } from '../support/redis-server.ts';
import { faqPage, openSiteOn, serveWordPress } from '../support/wordpress-server.ts';

const faqPageWith = (headline: string) => faqPage({ faq: { headline } });

// Waiting for a CMS that does not answer would time out a test.
vi.setConfig({ testTimeout: 45_000 });

/** An instance of a site with an empty data directory. */
const start = async (wordpress: { url: string }, redis: { url: string }, settings: Record<string, string> = {}) => {
  const site = await openSiteOn(wordpress, {
    CMS_TIMEOUT_MS: '60000',
    CMS_TTL_S: '60',
    REDIS_URL: redis.url,
    ...settings,
  });
  await site.contentService.start();
  onTestFinished(() => site.contentService.stop(0));
  return { ...site, stop: () => site.contentService.stop(10_000) };
};

const keepIn = async (redis: { url: string }, wordpress: { url: string }): Promise<void> => {
  const { readFaqPage, stop } = await start(wordpress, redis);
  await readFaqPage();
  await stop();
};

withRedis(
  'an instance with an empty data directory shows what another one of the same site has read if the CMS is slow',
  async () => {
    const [redis, wordpress] = await Promise.all([openRedis(), serveWordPress(faqPageWith('Live'))]);
    await keepIn(redis, wordpress);
    wordpress.failWith('silent');
    const { readFaqPage } = await start(wordpress, redis);

    expect((await readFaqPage()).headline).toBe('Live');
    expect((await readFaqPage.briefly()).headline).toBe('Live');
    wordpress.failWith(null);
    wordpress.setContent(faqPageWith('After'));
    const otherSite = await start(wordpress, redis, { REDIS_KEY_PREFIX: 'staging' });
    expect((await otherSite.readFaqPage()).headline).toBe('After');
    expect((await redis.names()).every((name) => /^(?:site|staging):content:/.test(name))).toBe(true);
  },
);

withRedis('an instance that hears late of a purge shows at once what another one has read since', async () => {
  const [redis, wordpress] = await Promise.all([openRedis(), serveWordPress(faqPageWith('Before'))]);
  const first = await start(wordpress, redis);
  await first.readFaqPage();
  wordpress.setContent(faqPageWith('After'));
  first.invalidateContent(['faqpage']);
  await first.readFaqPage();
  await first.stop();
  wordpress.failWith('silent');
  const { readFaqPage, expireContent } = await start(wordpress, redis);
  expireContent();

  expect((await readFaqPage()).headline).toBe('After');
});

withRedis('an instance that hears late of a purge reads from the CMS what nobody has read since', async () => {
  const [redis, wordpress] = await Promise.all([openRedis(), serveWordPress(faqPageWith('Before'))]);
  await keepIn(redis, wordpress);
  const second = await start(wordpress, redis);
  const other = await start(wordpress, redis);
  other.invalidateContent(['faqpage']);
  await other.stop();
  wordpress.setContent(faqPageWith('After'));
  second.expireContent();

  expect((await second.readFaqPage()).headline).toBe('After');
});

withRedis(
  'reads neither fail nor wait while Redis is gone, which is logged once, and content is kept once it is back',
  async () => {
    const [redis, wordpress] = await Promise.all([openRedis(), serveWordPress(faqPageWith('Live'))]);
    await redis.stop();
    const { readFaqPage, invalidateContent, warnings } = await start(wordpress, redis);

    expect((await readFaqPage()).headline).toBe('Live');
    invalidateContent(['faqpage']);
    expect((await readFaqPage()).headline).toBe('Live');
    await expect.poll(warnings).toEqual([expect.stringContaining('content cannot be kept for the next start')]);
    await redis.start();
    await expect
      .poll(async () => {
        invalidateContent(['faqpage']);
        await readFaqPage();
        return redis.names();
      })
      .toContainEqual(expect.stringMatching(/^site:content:.*:answer:\/wp-json\/api\/faqpage$/));
    expect(warnings()).toHaveLength(1);
  },
);
