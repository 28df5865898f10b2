import 'server-only';
import { readSite } from './content/site.ts';
import { env } from './env.ts';
import { contactMessageKind } from './features/contact/contact-message-kind.ts';
import { applicationMessageKind } from './features/rsoc-application/application-message-kind.ts';
import { provideMail } from './mail/mail.ts';
import { defineOutboxMetrics } from './mail/outbox-metrics.ts';
import { createMailService } from './mail/service.ts';
import { shareResult } from './mail/shared-result.ts';

/** Health checks write to the disk and query Redis, so the results are reused for this long. */
const HEALTH_TTL_MS = 1_000;

/** To add a form, register its kind of message here. */
const service = createMailService({
  kinds: [
    { ...contactMessageKind, to: env.MAIL_TO },
    { ...applicationMessageKind, to: env.APPLICATION_MAIL_TO },
  ],
  dataDir: env.DATA_DIR,
  siteName: async () => (await readSite()).name,
  redisUrl: env.REDIS_URL,
  redisKeyPrefix: env.REDIS_KEY_PREFIX,
  smtpUrl: env.SMTP_URL,
  from: env.MAIL_FROM,
  autoReply: env.MAIL_AUTO_REPLY,
  retentionDays: env.MAIL_RETENTION_DAYS,
  captcha:
    env.CAPTCHA_PROVIDER === 'altcha'
      ? { provider: 'altcha', cost: env.CAPTCHA_COST }
      : {
          provider: env.CAPTCHA_PROVIDER,
          siteKey: env.CAPTCHA_SITE_KEY,
          secret: env.CAPTCHA_SECRET,
          verifyUrl: env.CAPTCHA_VERIFY_URL,
        },
});

/** The mail service of this site. `provideMail` also registers it, so that `mail()` returns it to pages and server actions. */
export const siteMail = provideMail({
  ...service,
  isWritable: shareResult(HEALTH_TTL_MS, service.isWritable),
  health: shareResult(HEALTH_TTL_MS, service.health),
});

defineOutboxMetrics(siteMail.health);
