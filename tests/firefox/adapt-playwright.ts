import { registerHooks } from 'node:module';

/*
 * Lets Playwright drive Firefox ESR over WebDriver BiDi (`node --import`). Playwright sends `emulation.setMediaFeaturesOverride` to
 * every new page, and ESR 153 rejects it as an unknown command. This hook sends `session.status` instead, which has no effect.
 * left-out.ts names the tests that need the unknown command. Remove this file when Firefox ESR supports it.
 */

const UNKNOWN_COMMAND = 'send("emulation.setMediaFeaturesOverride", {';
const COMMAND_WITHOUT_EFFECT = 'send("session.status", {';

registerHooks({
  load: (url, context, nextLoad) => {
    const module = nextLoad(url, context);
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return module;
    const source = String(module.source);
    if (!source.includes(UNKNOWN_COMMAND)) {
      throw new Error('Playwright no longer sends the command that Firefox ESR lacks in the expected form.');
    }
    return { ...module, source: source.replaceAll(UNKNOWN_COMMAND, COMMAND_WITHOUT_EFFECT) };
  },
});
