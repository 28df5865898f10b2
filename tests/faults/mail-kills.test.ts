import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { listDelivered, sendWhileKilled } from '../support/smtp-mail-site.ts';
import { startRelay } from '../support/smtp-relay.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

// `npm run bench:mail-survival` sends more messages and kills the server more often.
const MESSAGES = 100;
const KILLS = 2;

test('while the server is killed twice, each accepted message is delivered under one Message-ID', {
  timeout: 120_000,
}, async () => {
  const relay = await startRelay();
  const settings = { PORT: String(await freePort()), DATA_DIR: temporaryDirectory(), SMTP_URL: relay.url };
  const { accepted, killed, kill } = await sendWhileKilled({ settings, messages: MESSAGES, clients: 20, kills: KILLS });
  onTestFinished(kill);
  for (
    let count = relay.accepted.length;
    listDelivered(relay).messageIds.size < MESSAGES;
    count = relay.accepted.length
  )
    await relay.waitForAccepted(count + 1);

  expect(killed).toBe(KILLS);
  expect(listDelivered(relay).messageIds.size).toBe(MESSAGES);
  expect(listDelivered(relay).ids).toEqual(accepted);
  // A mail that the relay acknowledged right before a kill is delivered again with the same Message-ID. There are five
  // connections, so each kill causes at most five duplicates.
  expect(relay.accepted.length - MESSAGES).toBeLessThanOrEqual(KILLS * 5);
});
