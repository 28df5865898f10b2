/** The captcha of a form. A form can be sent without a solution, so nothing here throws. */
export type CaptchaHandle = {
  /** Starts solving in the background; does nothing for an external provider's widget. */
  readonly begin: () => void;
  /** The encoded solution to send; null: there is none, or an external provider's widget adds it to the form. */
  readonly token: () => Promise<string | null>;
  /** Discards a solution that the server rejected and starts on a new one. */
  readonly renew: () => void;
};

/** How long a submission waits for the solution before the form is sent without one. */
const MAX_WAIT_MS = 12_000;

const solve = async (): Promise<string | null> => {
  try {
    const { solveChallenge } = await import('./altcha-challenge.ts');
    return await solveChallenge();
  } catch {
    return null;
  }
};

const timeout = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, null));

/** The self-hosted captcha. It is invisible: after `begin`, the browser solves a challenge in the background. */
export const createAltchaHandle = (): CaptchaHandle => {
  let solving: Promise<string | null> | undefined;

  const begin = (): void => {
    solving ??= solve();
  };

  return {
    begin,
    token: async () => {
      begin();
      const token = await Promise.race([solving ?? null, timeout()]);
      // The next submission tries again.
      if (token === null) solving = undefined;
      return token;
    },
    renew: () => {
      solving = solve();
    },
  };
};
