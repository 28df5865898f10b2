import 'server-only';
import { createHash } from 'node:crypto';
import type { Settings } from '../env.ts';

/** Settings of one instance that do not change its pages. */
const INSTANCE_SETTINGS = new Set(['HOST', 'PORT', 'DATA_DIR', 'LOG_LEVEL']);

/** A hash of the settings that pages may depend on: instances with equal ids render equal pages. */
export const toConfigurationId = (settings: Settings): string => {
  const shared = Object.entries(settings).filter(([name]) => !INSTANCE_SETTINGS.has(name));
  return createHash('sha256').update(JSON.stringify(shared)).digest('base64url').slice(0, 16);
};
