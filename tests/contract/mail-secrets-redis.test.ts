import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, onTestFinished, test } from 'vitest';
import type { MailService, MailSettings } from '../../src/mail/service.ts';
import { isRedisMissing, openRedis } from '../support/redis-server.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';

/** The state that instances share, so that one accepts what another has issued. */
const withRedis = test.skipIf(isRedisMissing);

const openMail = async (redisUrl: string, changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({ redisUrl, ...changes });
  onTestFinished(() => mail.stop(1_000));
  return mail;
};

const solve = async (mail: MailService): Promise<string> => {
  const response = await mail.handleChallenge(new Request('http://site.test/api/captcha/challenge'), {
    address: '192.0.2.1',
  });
  const challenge = await response.json();
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  );
};

/** Whether a solution proves a message that was not sent before. */
const isAccepted = async (mail: MailService, captcha: string): Promise<boolean> =>
  (await mail.accept(contact({ name: randomUUID(), captcha }), visitor())).status === 'accepted';

/** Whether a form shown by `issuer` is known to `receiver`, which then tells that it was filled in too quickly. */
const knowsForms = async (receiver: MailService, issuer: MailService): Promise<boolean> => {
  const startedAt = await issuer.issueFormToken();
  const acceptance = await receiver.accept(contact({ name: randomUUID(), startedAt }), visitor());
  return acceptance.status === 'rejected' && acceptance.statusCode === 429;
};

withRedis('one solution proves one message, whichever instances it reaches at once', async () => {
  const redis = await openRedis();
  const instances = await Promise.all([openMail(redis.url), openMail(redis.url)]);
  const captcha = await solve(instances[0]);

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => isAccepted(instances[number % 2] ?? instances[0], captcha)),
  );

  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await isAccepted(await openMail(redis.url), captcha)).toBe(false);
});

withRedis('a solution that was used while Redis was away is used up when it is back', async () => {
  const redis = await openRedis();
  const [one, other] = await Promise.all([openMail(redis.url), openMail(redis.url)]);
  const [used, unused] = [await solve(one), await solve(one)];
  await redis.stop();
  expect(await isAccepted(one, used)).toBe(true);
  expect(await isAccepted(one, used)).toBe(false);
  await redis.start();

  await expect.poll(() => knowsForms(other, one)).toBe(true);
  expect(await isAccepted(one, unused)).toBe(true);
  await expect.poll(async () => (await redis.names()).filter((name) => name.includes('captcha')).length).toBe(2);
  expect(await isAccepted(other, used)).toBe(false);
});

withRedis('an instance that started while Redis was away signs with the shared secret once it is back', async () => {
  const redis = await openRedis();
  const before = await openMail(redis.url);
  await before.issueFormToken();
  await redis.stop();
  const late = await openMail(redis.url);
  const solvedAlone = await solve(late);
  expect(await knowsForms(before, late)).toBe(false);

  await redis.start();
  await expect.poll(() => knowsForms(before, late), { timeout: 10_000 }).toBe(true);
  expect(await knowsForms(late, before)).toBe(true);
  expect(await isAccepted(before, await solve(late))).toBe(true);
  expect(await isAccepted(late, await solve(before))).toBe(true);
  expect(await isAccepted(late, solvedAlone)).toBe(true);
});

withRedis('an instance that started while Redis was slow takes over the secret of the others', async () => {
  const redis = await openRedis();
  const before = await openMail(redis.url);
  await before.issueFormToken();
  await redis.stall(3_000);
  const late = await openMail(redis.url);
  await late.issueFormToken();

  await expect.poll(() => knowsForms(late, before), { timeout: 10_000 }).toBe(true);
});

withRedis('an instance knows the shared secret after a restart for which Redis is away', async () => {
  const redis = await openRedis();
  const first = await openMail(redis.url);
  await first.issueFormToken();
  const second = await openMail(redis.url);
  await second.issueFormToken();
  await redis.stop();
  const restarted = await openMail(redis.url, { dataDir: second.dataDir });

  expect(await knowsForms(first, restarted)).toBe(true);
  expect(await isAccepted(restarted, await solve(first))).toBe(true);
});
