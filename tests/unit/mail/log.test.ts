import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { contact, createTestMail, visitor } from '../../support/smtp-letters.ts';
import { startRelay } from '../../support/smtp-relay.ts';

const lines = vi.hoisted((): string[] => []);

vi.mock('../../../src/framework/log.ts', () => {
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  return { log: pino({ level: 'trace' }, new Writable({ write })) };
});

test('the log contains the state of a message, but neither its text nor the name, company or addresses of the sender', async () => {
  const relay = await startRelay((attempt) => (attempt === 1 ? 'busy' : attempt === 2 ? 'accept' : 'reject-mail'));
  const mail = await createTestMail({ smtpUrl: relay.url });
  await mail.start();

  await mail.accept(contact({ email: 'visitor@example.org', company: 'Secret Ltd' }), visitor());
  await mail.accept(contact({ kind: 'contact', email: 'wrong' }), visitor());
  await expect.poll(mail.events).toMatchObject({ delivered: 1 });
  await mail.accept(contact({ name: 'Ada Refused' }), visitor());
  await expect.poll(mail.events).toMatchObject({ dead: 1 });
  await mail.stop(500);

  const text = lines.join('');
  expect(text).toContain('message accepted');
  expect(text).toContain('mail delivered');
  expect(text).toContain('mail given up');
  expect(text).not.toMatch(/visitor@|Ada|Secret Ltd|40 domains|192\.0\.2/);
});
