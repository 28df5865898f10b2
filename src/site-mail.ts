import 'server-only';
import { readSite } from './content/site.ts';
import { env } from './env.ts';
import { createAltcha } from './forms/altcha-verification.ts';
import { createCaptchaProvider } from './forms/captcha-provider.ts';
import { createVerification } from './forms/verification.ts';
import { provideMail } from './mail/mail.ts';
import { defineOutboxMetrics } from './mail/outbox-metrics.ts';
import { createMailService } from './mail/service.ts';
import { shareResult } from './mail/shared-result.ts';
import { mailKinds } from './mail-kinds.ts';

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
  verification: (store) => {
    const captcha =
      env.CAPTCHA_PROVIDER === 'altcha'
        ? createAltcha(store.keyring, env.CAPTCHA_COST)
        : createCaptchaProvider({
            provider: env.CAPTCHA_PROVIDER,
            siteKey: env.CAPTCHA_SITE_KEY,
            secret: env.CAPTCHA_SECRET,
            verifyUrl: env.CAPTCHA_VERIFY_URL,
          });
    return createVerification(captcha, store);
  },
});

/** The mail service of this site. `provideMail` also registers it, so that `mail()` returns it to pages and server actions. */
export const siteMail = provideMail({
  ...service,
  health: shareResult(HEALTH_TTL_MS, service.health),
});

defineOutboxMetrics(siteMail.health);
