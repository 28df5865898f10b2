import 'server-only';
import type { SolutionClaims } from './solution-claims.ts';

/** `unavailable`: the solution could not be verified, through no fault of the visitor. */
export type CaptchaResult = 'verified' | 'invalid' | 'unavailable';

/** Verifies solutions. `createCaptcha` binds each of them to one message. */
export type CaptchaProvider = {
  readonly verify: (token: string) => Promise<CaptchaResult>;
  /** Identifies the solution in a token, however the token is encoded; null when the token contains none. */
  readonly solutionOf: (token: string) => string | null;
  /** A challenge for the browser to solve; null: the provider's widget fetches its own. */
  readonly challenge: () => Promise<object | null>;
};

export const createCaptcha = (provider: CaptchaProvider, claims: SolutionClaims) => ({
  challenge: provider.challenge,
  /**
   * A solution is valid for one message. Retries of that message may reuse it; other messages may not.
   *
   * @param message an id that is derived from the id and the content of the message.
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
});

export type Captcha = ReturnType<typeof createCaptcha>;
