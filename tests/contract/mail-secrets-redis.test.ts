import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, onTestFinished } from 'vitest';
import type { MailService, MailSettings } from '../../src/mail/service.ts';
import { openRedis, withRedis } from '../support/redis-server.ts';
import { contact, createTestMail, visitor } from '../support/smtp-letters.ts';

const openMail = async (redisUrl: string, changes: Partial<MailSettings> = {}) => {
  const mail = await createTestMail({ redisUrl, ...changes });
  onTestFinished(() => mail.stop(1_000));
  return mail;
};

const solve = async (mail: MailService): Promise<string> => {
  const response = await mail.handleChallenge(new Request('http://site.test/api/captcha/challenge'));
  const challenge = await response.json();
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  );
};

/** Whether a new message with this solution is accepted. */
const isAccepted = async (mail: MailService, captcha: string): Promise<boolean> =>
  (await mail.accept(contact({ name: randomUUID(), captcha }), visitor())).status === 'accepted';

/** Whether `receiver` accepts form tokens of `issuer`: it then rejects the form as filled in too quickly. */
const acceptsFormTokensOf = async (receiver: MailService, issuer: MailService): Promise<boolean> => {
  const formToken = await issuer.issueFormToken();
  const acceptance = await receiver.accept(contact({ name: randomUUID(), formToken }), visitor());
  return acceptance.status === 'rejected' && acceptance.statusCode === 429;
};

withRedis('a captcha solution sent concurrently to several instances is accepted once', async () => {
  const redis = await openRedis();
  const instances = await Promise.all([openMail(redis.url), openMail(redis.url)]);
  const captcha = await solve(instances[0]);

  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => isAccepted(instances[number % 2] ?? instances[0], captcha)),
  );

  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await isAccepted(await openMail(redis.url), captcha)).toBe(false);
});

withRedis('a captcha solution used while Redis was down is valid once on that instance, also afterwards', async () => {
  const redis = await openRedis();
  const mail = await openMail(redis.url);
  const used = await solve(mail);
  await redis.stop();
  expect(await isAccepted(mail, used)).toBe(true);
  expect(await isAccepted(mail, used)).toBe(false);
  await redis.start();

  expect(await isAccepted(mail, used)).toBe(false);
});

withRedis('an instance that started while Redis was down signs with the shared secret once Redis is up', async () => {
  const redis = await openRedis();
  const before = await openMail(redis.url);
  await before.issueFormToken();
  await redis.stop();
  const late = await openMail(redis.url);
  expect(await acceptsFormTokensOf(before, late)).toBe(false);

  await redis.start();
  await expect.poll(() => acceptsFormTokensOf(before, late)).toBe(true);
  expect(await acceptsFormTokensOf(late, before)).toBe(true);
  expect(await isAccepted(before, await solve(late))).toBe(true);
  expect(await isAccepted(late, await solve(before))).toBe(true);
});

withRedis('an instance has the shared secret after a restart while Redis is down', async () => {
  const redis = await openRedis();
  const first = await openMail(redis.url);
  await first.issueFormToken();
  const second = await openMail(redis.url);
  await second.issueFormToken();
  await redis.stop();
  const restarted = await openMail(redis.url, { dataDir: second.dataDir });

  expect(await acceptsFormTokensOf(first, restarted)).toBe(true);
  expect(await isAccepted(restarted, await solve(first))).toBe(true);
});
