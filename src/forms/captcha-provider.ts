import 'server-only';
import { request } from 'undici';
import { z } from 'zod';
import { log, parseJson } from '../framework/shared.ts';
import type { CaptchaProvider } from './verification.ts';

export type CaptchaProviderSettings = {
  readonly provider: 'turnstile' | 'hcaptcha' | 'friendlycaptcha';
  readonly siteKey: string;
  readonly secret: string;
  /** Null: the provider's default URL. */
  readonly verifyUrl: string | null;
};

const TIMEOUT_MS = 3_000;

/** Error codes about our settings or the provider itself, not about the visitor's token. */
const PROVIDER_ERROR = /secret|site-?key|auth|internal|bad[-_]request/;

const VerifyResponse = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
  error: z.object({ error_code: z.string() }).optional(),
});

/** For Turnstile and hCaptcha. */
const asForm = (token: string, { secret, siteKey }: CaptchaProviderSettings) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ secret, response: token, sitekey: siteKey }).toString(),
});

const asJson = (token: string, { secret, siteKey }: CaptchaProviderSettings) => ({
  headers: { 'content-type': 'application/json', 'x-api-key': secret },
  body: JSON.stringify({ response: token, sitekey: siteKey }),
});

const providers = {
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', toRequest: asForm },
  hcaptcha: { url: 'https://api.hcaptcha.com/siteverify', toRequest: asForm },
  friendlycaptcha: { url: 'https://global.frcapi.com/api/v2/captcha/siteverify', toRequest: asJson },
} as const;

/** Null: the response is not in the provider's format. */
const toResult = (statusCode: number, text: string): 'verified' | 'unverified' | 'invalid' | null => {
  if (statusCode >= 500) return 'unverified';
  const response = VerifyResponse.safeParse(parseJson(text)).data;
  if (!response) return null;
  const { success, 'error-codes': codes = [], error } = response;
  if (success) return 'verified';
  return [...codes, error?.error_code ?? ''].some((code) => PROVIDER_ERROR.test(code)) ? 'unverified' : 'invalid';
};

/** A third-party provider. The visitor's IP address is not sent: the provider knows it from the widget. */
export const createCaptchaProvider = (settings: CaptchaProviderSettings): CaptchaProvider => {
  const { url, toRequest } = providers[settings.provider];

  return {
    challenge: async () => null,
    solutionOf: (token) => token,
    verify: async (token) => {
      try {
        const { statusCode, body } = await request(settings.verifyUrl ?? url, {
          method: 'POST',
          ...toRequest(token, settings),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const result = toResult(statusCode, await body.text());
        if (result === null) {
          log.error({ provider: settings.provider, statusCode }, 'the captcha provider sent an unexpected response');
          return 'unverified';
        }
        if (result === 'unverified')
          log.error({ provider: settings.provider, statusCode }, 'the captcha provider cannot verify solutions');
        return result;
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown';
        log.error({ provider: settings.provider, reason }, 'the captcha provider cannot be reached');
        return 'unverified';
      }
    },
  };
};
