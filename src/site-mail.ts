import 'server-only';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { readSite } from './content/site.ts';
import { env } from './env.ts';
import { createAltcha } from './forms/altcha-verification.ts';
import { createCaptchaProvider } from './forms/captcha-provider.ts';
import { openVerification } from './forms/verification.ts';
import { log } from './framework/shared.ts';
import { defineOutboxMetrics, type OutboxHealth } from './mail/metrics.ts';
import { createMailService, databaseFileIn, provideMail } from './mail/service.ts';
import { mailKinds } from './mail-kinds.ts';
import { takeOverMailFiles } from './take-over-mail-files.ts';

/** Health checks write to the disk and query Redis, so the results are reused for this long. */
const HEALTH_TTL_MS = 1_000;

const service = createMailService({
  kinds: mailKinds,
  dataDir: env.DATA_DIR,
  siteName: async () => (await readSite()).name,
  redisUrl: env.REDIS_URL,
  redisKeyPrefix: env.REDIS_KEY_PREFIX,
  smtpUrl: env.SMTP_URL,
  from: env.MAIL_FROM,
  autoReply: env.MAIL_AUTO_REPLY,
  retentionDays: env.MAIL_RETENTION_DAYS,
  prepare: (database) => takeOverMailFiles(env.DATA_DIR, database),
  verification: (store) =>
    openVerification(
      (secret) =>
        env.CAPTCHA_PROVIDER === 'altcha'
          ? createAltcha(secret, env.CAPTCHA_COST)
          : createCaptchaProvider({
              provider: env.CAPTCHA_PROVIDER,
              siteKey: env.CAPTCHA_SITE_KEY,
              secret: env.CAPTCHA_SECRET,
              verifyUrl: env.CAPTCHA_VERIFY_URL,
            }),
      store,
    ),
});

/** Concurrent checks share one result. */
const healths = new LRUCache<'outbox', OutboxHealth>({ max: 1, ttl: HEALTH_TTL_MS, fetchMethod: service.health });

const logSettings = (): void => {
  const { SMTP_URL: relay, DATA_DIR, MAIL_RETENTION_DAYS: retentionDays } = env;
  const outbox = env.REDIS_URL === null ? databaseFileIn(DATA_DIR) : 'Redis';
  if (relay === null) {
    log.warn(
      { outbox, directory: path.join(DATA_DIR, 'mail'), retentionDays },
      'SMTP_URL is not set: mail is written to files',
    );
    return;
  }
  log.info({ outbox, relay: new URL(relay).host }, 'mail is delivered over SMTP');
  if (mailKinds.some(({ to }) => to.some((address) => address.endsWith('@example.com')))) {
    log.warn('mail goes to a placeholder address at example.com: set MAIL_TO');
  }
};

/** The mail service of this site, which `mail()` returns to pages and server actions. */
export const siteMail = provideMail({
  ...service,
  health: () => healths.forceFetch('outbox'),
  start: async () => {
    logSettings();
    await service.start();
  },
});

defineOutboxMetrics(siteMail.health);
