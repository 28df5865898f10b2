import { vi } from 'vitest';

/** Lets the next imports load new instances of all modules, with these settings until the test ends. */
export const resetModulesWith = (settings: Readonly<Record<string, string>>): void => {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
};
