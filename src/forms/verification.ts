import 'server-only';
import { toJsonError } from '../framework/shared.ts';
import type { Verification } from '../mail/accept.ts';
import type { MailStore } from '../mail/mail-database.ts';
import { createFormTokens, type FormSecret, openFormSecret } from './form-signatures.ts';
import { createUsedSolutions } from './used-solutions.ts';

/** Verifies captcha solutions. `openVerification` binds each of them to one message. */
export type CaptchaProvider = {
  /** `unverified`: the solution could not be verified, through no fault of the visitor. */
  readonly verify: (token: string) => Promise<'verified' | 'unverified' | 'invalid'>;
  /** Identifies the solution in a token, however the token is encoded; null when the token contains none. */
  readonly solutionOf: (token: string) => string | null;
  /** A challenge for the browser to solve; null: the provider's widget fetches its own. */
  readonly challenge: () => Promise<object | null>;
};

const handleChallenge = async ({ method }: Request, { challenge }: CaptchaProvider): Promise<Response> => {
  if (method !== 'GET' && method !== 'HEAD') {
    return toJsonError(405, 'This address answers GET only.', { allow: 'GET, HEAD' });
  }
  const issued = await challenge();
  if (issued === null) return toJsonError(404, 'The captcha of this site is that of a provider.');
  return Response.json(issued, { headers: { 'cache-control': 'no-store' } });
};

/** Verifies the captcha solutions of messages, and how long their forms were open. */
export const openVerification = async (
  createProvider: (secret: FormSecret) => CaptchaProvider,
  store: MailStore,
): Promise<Verification> => {
  const secret = await openFormSecret(store);
  const provider = createProvider(secret);
  const usedSolutions = createUsedSolutions(store);
  const formTokens = createFormTokens(secret);

  return {
    verify: async (token, message) => {
      if (token === undefined) return 'absent';
      const solution = provider.solutionOf(token);
      if (solution === null) return 'invalid';
      // Providers accept a token once, so a retry of the same message must not be verified again.
      const usedFor = await usedSolutions.messageOf(solution);
      if (usedFor !== null) return usedFor === message ? 'verified' : 'invalid';
      const result = await provider.verify(token);
      if (result !== 'verified') return result;
      return (await usedSolutions.bind(solution, message)) === message ? 'verified' : 'invalid';
    },
    handleChallenge: (request) => handleChallenge(request, provider),
    issueFormToken: formTokens.issue,
    formAgeMs: formTokens.ageMs,
  };
};
