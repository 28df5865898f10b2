import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts a server with `POST /mail/send` only. `settings` are its environment variables: PORT, DATA_DIR and optionally SMTP_URL and
 * REDIS_URL. Resolves when the server is listening.
 */
export const startMailSite = async (settings: Readonly<Record<string, string>>): Promise<ChildProcess> => {
  const server = spawn(
    process.execPath,
    ['--conditions=react-server', '--disable-warning=ExperimentalWarning', 'tests/support/smtp-mail-process.ts'],
    { env: { ...process.env, ...settings, LOG_LEVEL: 'silent' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await Promise.race([
    once(server.stdout ?? server, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('the mail server exited before it was ready'))),
  ]);
  return server;
};
