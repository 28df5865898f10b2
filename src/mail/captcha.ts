import 'server-only';
import { altcha } from './captcha-altcha.ts';
import { type ExternalProvider, externalCaptcha } from './captcha-external.ts';
import type { Redis } from './redis.ts';
import type { Secret } from './secret.ts';

/** `unavailable`: whoever would know cannot be asked. That is no fault of the visitor. */
export type CaptchaVerdict = 'verified' | 'invalid' | 'unavailable';

export type Captcha = {
  /** A token proves one message: it may come again with the same one, and with no other. */
  readonly verify: (token: string, messageId: string) => Promise<CaptchaVerdict>;
  /** A task for the browser to solve; `null`: the provider hands out its own. */
  readonly challenge: () => Promise<unknown>;
};

export type CaptchaSettings =
  | { readonly provider: 'altcha' }
  | {
      readonly provider: ExternalProvider;
      readonly siteKey: string;
      readonly secret: string;
      /** `null`: the provider's own address. */
      readonly verifyUrl: string | null;
    };

export const createCaptcha = (settings: CaptchaSettings, secret: Secret, redis: Redis | null): Captcha =>
  settings.provider === 'altcha' ? altcha(secret, redis) : externalCaptcha(settings);
