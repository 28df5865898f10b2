import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { contact } from './smtp-letters.ts';

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

/** Sends a message whose text contains its id to a server on loopback. Resolves with whether it was accepted. */
export const sendNumbered = async (port: number | string, id: string): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/mail/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contact({ submissionId: id, message: `The message with the number ${id}` })),
    });
    return response.status === 200 && (await response.json()).ok === true;
  } catch {
    return false;
  }
};
