import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { BROWSER_ARGUMENTS, requireFullBrowser } from '../browser.ts';
import { freePort } from './free-port.ts';

/** Launches a browser for Lighthouse. */
export const openLighthouse = async () => {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: requireFullBrowser(),
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
  });

  return {
    /** @throws {Error} when the audit fails. */
    audit: async (url: string, flags: Flags) => {
      const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json', ...flags });
      if (!result || result.lhr.runtimeError)
        throw new Error(`Lighthouse could not audit ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
      return result.lhr;
    },
    close: () => browser.close(),
  };
};
