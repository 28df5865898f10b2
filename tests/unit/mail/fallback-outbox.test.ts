import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskOutbox } from '../../../src/mail/disk-outbox.ts';
import { createFallbackOutbox } from '../../../src/mail/fallback-outbox.ts';
import { entry } from '../../support/outbox-contract.ts';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

const ENTRY = entry(1);

test('while the directory of the fallback cannot be read, the main outbox accepts and delivers mail', async () => {
  const root = await temporaryDirectory();
  const deliveries: string[] = [];
  const outbox = createFallbackOutbox({
    deliver: async ({ id }) => {
      deliveries.push(id);
      return { status: 'delivered' };
    },
    retentionDays: 30,
    createMain: (options) => createDiskOutbox(path.join(root, 'main'), options),
    createFallback: (options) => createDiskOutbox(path.join(root, 'fallback'), options),
  });
  onTestFinished(() => outbox.stop(10_000));
  await writeFile(path.join(root, 'fallback'), 'a file in place of the directory');
  await outbox.start();

  expect(await outbox.find(ENTRY.id)).toBeNull();
  await outbox.put(ENTRY);
  await expect.poll(() => deliveries).toEqual([ENTRY.id]);
});
