import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
export const sendNumbered = async (port: string, id: string): Promise<boolean> => {
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

export const killMailSite = async (site: ChildProcess): Promise<void> => {
  site.kill('SIGKILL');
  await once(site, 'exit');
};

type Survival = {
  readonly settings: Readonly<Record<string, string>>;
  readonly messages: number;
  readonly clients: number;
  /** How often the server is killed (SIGKILL) and started again while clients are sending. */
  readonly kills: number;
  /** Called after each accepted message with the share of messages that are accepted. */
  readonly afterEach?: (share: number) => Promise<void>;
};

/** Starts a server, kills it again and again, and sends messages until each is accepted. The caller has to kill the server. */
export const sendWhileKilled = async ({ settings, messages, clients, kills, afterEach }: Survival) => {
  let site = await startMailSite(settings);
  const accepted = new Set<string>();
  const durations: number[] = [];
  const waiting = Array.from({ length: messages }, () => randomUUID());
  let killed = 0;
  let restarted = Promise.resolve();

  const killAndRestart = async (): Promise<void> => {
    await killMailSite(site);
    site = await startMailSite(settings);
  };
  const sendMessages = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (let startedAt = performance.now(); !accepted.has(id); startedAt = performance.now()) {
        if (await sendNumbered(settings.PORT ?? '', id)) {
          durations.push(performance.now() - startedAt);
          accepted.add(id);
        } else await restarted;
      }
      const share = accepted.size / messages;
      if (share >= (killed + 1) / (kills + 1) && killed < kills) {
        killed += 1;
        // Not awaited, because the other clients continue to send.
        restarted = restarted.then(killAndRestart);
      }
      await afterEach?.(share);
    }
  };
  await Promise.all(Array.from({ length: clients }, sendMessages));
  await restarted;
  return { accepted, durations, killed, kill: () => killMailSite(site) };
};

/** The different Message-IDs of the mail that the relay has accepted, and the ids in its texts. */
export const listDelivered = ({ accepted }: { readonly accepted: readonly string[] }) => {
  const findAll = (pattern: RegExp) =>
    new Set(accepted.map((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? 'none'));
  return { messageIds: findAll(/^Message-ID: <([\da-f-]{36})@/im), ids: findAll(/number ([\da-f-]{36})/) };
};
