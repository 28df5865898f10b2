import { existsSync } from 'node:fs';

/**
 * Takes the settings of `.env`, where there is one; what the environment says itself counts. Tests bring their own
 * settings.
 */
export const readEnvFile = (): void => {
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
};
