import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a server with `POST /mail/send` only, configured by PORT, DATA_DIR, SMTP_URL and REDIS_URL. Resolves when it listens. */
export const startMailSite = async (settings: Readonly<Record<string, string>>): Promise<ChildProcess> => {
  const site = spawn(
    process.execPath,
    ['--conditions=react-server', '--disable-warning=ExperimentalWarning', 'tests/support/smtp-mail-process.ts'],
    { env: { ...process.env, ...settings, LOG_LEVEL: 'silent' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await Promise.race([
    once(site.stdout ?? site, 'data'),
    once(site, 'exit').then(() => Promise.reject(new Error('the site ended before it was ready'))),
  ]);
  return site;
};
