import 'server-only';
import { altcha } from './captcha-altcha.ts';
import { type ExternalProvider, externalCaptcha } from './captcha-external.ts';
import type { Keyring } from './secret.ts';
import type { SolutionClaims } from './solution-claims.ts';

/** `unavailable`: whoever would know cannot be asked. That is no fault of the visitor. */
export type CaptchaResult = 'verified' | 'invalid' | 'unavailable';

/** A kind of captcha. It knows solutions, but not which messages they come with. */
export type CaptchaProvider = {
  readonly verify: (token: string) => Promise<CaptchaResult>;
  /** Identifies the solution in a token, however the token is written; `null`: there is none in it. */
  readonly solutionOf: (token: string) => string | null;
  /** A task for the browser to solve; `null`: the provider hands out its own. */
  readonly challenge: () => Promise<unknown>;
};

export type Captcha = {
  /**
   * A solution is valid for one message. Retries of that message may reuse it; other messages may not.
   *
   * @param message identifies the message by what is in it.
   */
  readonly verify: (token: string, message: string) => Promise<CaptchaResult>;
  readonly challenge: CaptchaProvider['challenge'];
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

export const createCaptcha = (settings: CaptchaSettings, keyring: Keyring, claims: SolutionClaims): Captcha => {
  const provider = settings.provider === 'altcha' ? altcha(keyring) : externalCaptcha(settings);

  return {
    challenge: provider.challenge,
    verify: async (token, message) => {
      const solution = provider.solutionOf(token);
      if (solution === null) return 'invalid';
      // Providers know a token once: they would reject it when the same message is sent again.
      const owner = await claims.ownerOf(solution);
      if (owner !== null) return owner === message ? 'verified' : 'invalid';
      const verdict = await provider.verify(token);
      if (verdict !== 'verified') return verdict;
      return (await claims.claim(solution, message)) === message ? 'verified' : 'invalid';
    },
  };
};
