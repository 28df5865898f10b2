import 'server-only';
import type { Keyring } from './secret.ts';
import type { UsedProofs } from './used-proofs.ts';

/** `unverified`: the proof could not be verified, through no fault of the visitor. */
export type ProofResult = 'verified' | 'unverified' | 'invalid';

/** Whether a message comes from a person, as the forms of the site find out. */
export type Verification = {
  /**
   * Verifies a captcha proof. A proof is valid for one message; a retry of that message may reuse it.
   *
   * @param message the id of the message.
   */
  readonly verify: (token: string, message: string) => Promise<ProofResult>;
  /** A challenge for the browser to solve; null: the captcha provider's widget fetches its own. */
  readonly challenge: () => Promise<object | null>;
  /** A signed token that says when a form was rendered. */
  readonly issueFormToken: () => string;
  /** Milliseconds since the form with this token was rendered; null: the token is not valid. */
  readonly formAgeMs: (token: string | undefined) => number | null;
};

/** What the mail service keeps for the verification. */
export type VerificationStore = { readonly keyring: Keyring; readonly usedProofs: UsedProofs };
