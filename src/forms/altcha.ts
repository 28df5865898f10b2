import type { SolvedTask } from './altcha-challenge.ts';
import type { CaptchaHandle } from './captcha-settings.ts';

/** The longest that somebody who presses the button waits for it; after that the form goes without. */
const PATIENCE_MS = 12_000;

/** A form that cannot prove anything is sent all the same. */
const solve = async (): Promise<SolvedTask | null> => {
  try {
    const { solveTask } = await import('./altcha-challenge.ts');
    return await solveTask();
  } catch {
    return null;
  }
};

const patience = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));

/** Our own captcha: works in the background from the first entry on, and shows nothing. */
export const createAltcha = (): CaptchaHandle => {
  let solving: Promise<SolvedTask | null> | undefined;

  const begin = (): void => {
    solving ??= solve();
  };

  return {
    begin,
    token: async () => {
      const before = await Promise.race([solving ?? null, patience()]);
      if (before && before.usableUntil > Date.now()) return before.token;
      if (before || solving === undefined) {
        solving = solve();
        return (await Promise.race([solving, patience()]))?.token ?? null;
      }
      solving = undefined;
      return null;
    },
    renew: () => {
      solving = solve();
    },
  };
};
