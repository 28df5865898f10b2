import 'server-only';
import type { ProofResult, Verification, VerificationStore } from '../mail/verification.ts';
import { createFormTokens } from './form-token.ts';

/** Verifies captcha proofs. `createVerification` binds each of them to one message. */
export type CaptchaProvider = {
  readonly verify: (token: string) => Promise<ProofResult>;
  /** Identifies the proof in a token, however the token is encoded; null when the token contains none. */
  readonly proofOf: (token: string) => string | null;
  /** A challenge for the browser to solve; null: the provider's widget fetches its own. */
  readonly challenge: () => Promise<object | null>;
};

/** Verifies the captcha proofs of messages, and how long their forms were open. */
export const createVerification = (
  provider: CaptchaProvider,
  { keyring, usedProofs }: VerificationStore,
): Verification => {
  const formTokens = createFormTokens(keyring);

  return {
    verify: async (token, message) => {
      const proof = provider.proofOf(token);
      if (proof === null) return 'invalid';
      // Providers accept a token once, so a retry of the same message must not be verified again.
      const usedFor = await usedProofs.messageOf(proof);
      if (usedFor !== null) return usedFor === message ? 'verified' : 'invalid';
      const result = await provider.verify(token);
      if (result !== 'verified') return result;
      return (await usedProofs.bind(proof, message)) === message ? 'verified' : 'invalid';
    },
    challenge: provider.challenge,
    issueFormToken: formTokens.issue,
    formAgeMs: formTokens.ageMs,
  };
};
