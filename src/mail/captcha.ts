import 'server-only';
import { createAltcha } from './captcha-altcha.ts';
import { createExternalCaptcha } from './captcha-external.ts';
import type { CaptchaResult, ExternalCaptchaSettings } from './captcha-provider.ts';
import type { Keyring } from './secret.ts';
import type { SolutionClaims } from './solution-claims.ts';

export type CaptchaSettings = { readonly provider: 'altcha' } | ExternalCaptchaSettings;

export const createCaptcha = (settings: CaptchaSettings, keyring: Keyring, claims: SolutionClaims) => {
  const provider = settings.provider === 'altcha' ? createAltcha(keyring) : createExternalCaptcha(settings);

  return {
    challenge: provider.challenge,
    /**
     * A solution is valid for one message. Retries of that message may reuse it; other messages may not.
     *
     * @param message an id that is derived from the content of the message.
     */
    verify: async (token: string, message: string): Promise<CaptchaResult> => {
      const solution = provider.solutionOf(token);
      if (solution === null) return 'invalid';
      // Providers accept a token once, so a retry of the same message must not be verified again.
      const owner = await claims.ownerOf(solution);
      if (owner !== null) return owner === message ? 'verified' : 'invalid';
      const result = await provider.verify(token);
      if (result !== 'verified') return result;
      return (await claims.claim(solution, message)) === message ? 'verified' : 'invalid';
    },
  };
};

export type Captcha = ReturnType<typeof createCaptcha>;
