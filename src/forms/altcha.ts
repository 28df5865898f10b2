import type { Solution } from './altcha-challenge.ts';
import type { CaptchaHandle } from './captcha-settings.ts';

/** How long a submission waits for the solution before the form is sent without one. */
const MAX_WAIT_MS = 12_000;

const solve = async (): Promise<Solution | null> => {
  try {
    const { solveChallenge } = await import('./altcha-challenge.ts');
    return await solveChallenge();
  } catch {
    return null;
  }
};

const timeout = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, null));

/** The self-hosted captcha. It is invisible and solves in the background from the first interaction with the form. */
export const createAltcha = (): CaptchaHandle => {
  let solving: Promise<Solution | null> | undefined;

  const begin = (): void => {
    solving ??= solve();
  };

  return {
    begin,
    token: async () => {
      const solution = await Promise.race([solving ?? null, timeout()]);
      if (solution && solution.usableUntil > Date.now()) return solution.token;
      if (solution || solving === undefined) {
        solving = solve();
        return (await Promise.race([solving, timeout()]))?.token ?? null;
      }
      solving = undefined;
      return null;
    },
    renew: () => {
      solving = solve();
    },
  };
};
