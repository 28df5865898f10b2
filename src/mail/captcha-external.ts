import 'server-only';
import { request } from 'undici';
import { z } from 'zod';
import { log } from '../framework/log.ts';
import type { CaptchaProvider, CaptchaResult } from './captcha.ts';

export type ExternalProvider = 'turnstile' | 'hcaptcha' | 'friendlycaptcha';

type Settings = {
  readonly provider: ExternalProvider;
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string | null;
};

type Question = { readonly headers: Record<string, string>; readonly body: string };

const TIMEOUT_MS = 3_000;

/** Codes that speak of our settings or of the provider, not of the visitor's token. */
const NOT_THE_VISITOR = /secret|sitekey|site-key|auth|internal|bad[-_]request|missing-input-secret/;

const Answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
  error: z.object({ error_code: z.string() }).optional(),
});

/** Turnstile and hCaptcha ask alike. */
const asForm = (token: string, { secret, siteKey }: Settings): Question => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ secret, response: token, sitekey: siteKey }).toString(),
});

const asJson = (token: string, { secret, siteKey }: Settings): Question => ({
  headers: { 'content-type': 'application/json', 'x-api-key': secret },
  body: JSON.stringify({ response: token, sitekey: siteKey }),
});

const providers = {
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', ask: asForm },
  hcaptcha: { url: 'https://api.hcaptcha.com/siteverify', ask: asForm },
  friendlycaptcha: { url: 'https://global.frcapi.com/api/v2/captcha/siteverify', ask: asJson },
} as const;

const judge = (statusCode: number, text: string): CaptchaResult => {
  if (statusCode >= 500) return 'unavailable';
  const { success, 'error-codes': codes = [], error } = Answer.parse(JSON.parse(text));
  if (success) return 'verified';
  return [...codes, error?.error_code ?? ''].some((code) => NOT_THE_VISITOR.test(code)) ? 'unavailable' : 'invalid';
};

/** A provider that the operator chose. The visitor's address is not passed on: the widget has spoken to it already. */
export const externalCaptcha = (settings: Settings): CaptchaProvider => {
  const { url, ask } = providers[settings.provider];

  return {
    challenge: async () => null,
    solutionOf: (token) => token,
    verify: async (token) => {
      try {
        const { statusCode, body } = await request(settings.verifyUrl ?? url, {
          method: 'POST',
          ...ask(token, settings),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const verdict = judge(statusCode, await body.text());
        if (verdict === 'unavailable')
          log.error({ provider: settings.provider, statusCode }, 'the captcha provider cannot verify');
        return verdict;
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown';
        log.error({ provider: settings.provider, reason }, 'the captcha provider cannot be asked');
        return 'unavailable';
      }
    },
  };
};
