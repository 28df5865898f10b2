import 'server-only';
import { env } from '../env.ts';
import type { Sender } from '../framework/http/same-origin.ts';
import type { Acceptance } from './accept.ts';
import type { CaptchaSettings } from './captcha.ts';
import type { Caller } from './endpoint.ts';
import { defineMailMetrics } from './metrics.ts';
import { createMailService, type MailHealth } from './service.ts';
import { shareResult } from './shared-result.ts';

const HEALTH_MS = 1_000;

/** The mail of this site, by its settings. */
const captcha = (): CaptchaSettings =>
  env.CAPTCHA_PROVIDER === 'altcha'
    ? { provider: 'altcha' }
    : {
        provider: env.CAPTCHA_PROVIDER,
        siteKey: env.CAPTCHA_SITE_KEY,
        secret: env.CAPTCHA_SECRET,
        verifyUrl: env.CAPTCHA_VERIFY_URL,
      };

const service = createMailService({
  dataDir: env.DATA_DIR,
  siteUrl: env.SITE_URL,
  siteName: env.SITE_NAME,
  redisUrl: env.REDIS_URL,
  redisKeyPrefix: env.REDIS_KEY_PREFIX,
  smtpUrl: env.SMTP_URL,
  from: env.MAIL_FROM,
  to: env.MAIL_TO,
  applicationTo: env.APPLICATION_MAIL_TO,
  autoReply: env.MAIL_AUTO_REPLY,
  retentionDays: env.MAIL_RETENTION_DAYS,
  captcha: captcha(),
});

/**
 * Accepts what a form, an action or a caller sends: validation, origin, limits, captcha, outbox. `accepted` means that it
 * survives whatever happens to this process. It never throws.
 */
export const acceptMessage = (input: unknown, sender: Sender): Promise<Acceptance> => service.accept(input, sender);

/** `POST /mail/send`. */
export const handleMailSend = (request: Request, caller: Caller): Promise<Response> =>
  service.handleSend(request, caller);

/** `GET /api/captcha/challenge`. */
export const handleCaptchaChallenge = (request: Request, caller: Caller): Promise<Response> =>
  service.handleChallenge(request, caller);

/** The value of the hidden field `startedAt` of a form that is shown now. */
export const issueFormToken = (): Promise<string> => service.issueFormToken();

/** Whether a message could be accepted now. Asked at most once a second, however many ask. */
export const isOutboxWritable: () => Promise<boolean> = shareResult(HEALTH_MS, service.isWritable);

/** Counted at most once a second, however many ask. */
export const outboxHealth: () => Promise<MailHealth> = shareResult(HEALTH_MS, service.health);

defineMailMetrics({ read: service.metrics, health: outboxHealth });

/** Delivers what is in the outbox and what comes. It does not throw: a site without mail is still a site. */
export const startMail = (): Promise<void> => service.start();

/** Finishes what is being delivered, for at most `limitMs`. What is left stays in the outbox for the next start. */
export const stopMail = (limitMs = 5_000): Promise<void> => service.stop(limitMs);
