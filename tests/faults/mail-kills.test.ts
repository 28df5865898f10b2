import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryDirectory } from '../support/smtp-letters.ts';
import { sendNumbered, startMailSite } from '../support/smtp-mail-site.ts';
import { startRelay } from '../support/smtp-relay.ts';

// `npm run bench:mail-survival` sends more messages and kills the server more often.
const MESSAGES = 100;
const KILLS = 2;
const CLIENTS = 20;

test('while the server is killed twice, each accepted message is delivered under one Message-ID', {
  timeout: 120_000,
}, async () => {
  const relay = await startRelay();
  const dataDir = await temporaryDirectory();
  const port = await freePort();
  let site = await startMailSite({ PORT: String(port), DATA_DIR: dataDir, SMTP_URL: relay.url });
  onTestFinished(relay.stop);
  onTestFinished(() => void site.kill('SIGKILL'));

  const acknowledged = new Set<string>();
  const queue = Array.from({ length: MESSAGES }, () => randomUUID());
  let restart = Promise.resolve();
  let kills = 0;

  const killAndRestart = async (): Promise<void> => {
    kills += 1;
    site.kill('SIGKILL');
    await once(site, 'exit');
    site = await startMailSite({ PORT: String(port), DATA_DIR: dataDir, SMTP_URL: relay.url });
  };

  const sendMessages = async (): Promise<void> => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      while (!acknowledged.has(id)) {
        if (await sendNumbered(port, id)) acknowledged.add(id);
        else await restart;
      }
      // The server is killed while other clients are sending.
      if (acknowledged.size >= ((kills + 1) * MESSAGES) / (KILLS + 1) && kills < KILLS) restart = killAndRestart();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendMessages));
  await restart;

  const allOf = (pattern: RegExp) =>
    new Set(relay.accepted.map((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? 'none'));
  const deliveredIds = () => allOf(/^Message-ID: <([\da-f-]{36})@/im);
  for (let count = relay.accepted.length; deliveredIds().size < MESSAGES; count = relay.accepted.length)
    await relay.waitForAccepted(count + 1);

  expect(kills).toBe(KILLS);
  expect(deliveredIds().size).toBe(MESSAGES);
  expect(allOf(/number ([\da-f-]{36})/)).toEqual(acknowledged);
  // A mail that the relay acknowledged right before a kill is delivered again with the same Message-ID. There are five
  // connections, so each kill causes at most five duplicates.
  expect(relay.accepted.length - deliveredIds().size).toBeLessThanOrEqual(KILLS * 5);
});
