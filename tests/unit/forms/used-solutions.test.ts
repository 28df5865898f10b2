import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createUsedSolutions } from '../../../src/forms/used-solutions.ts';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { openTestDatabase } from '../../support/smtp-letters.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const openSolutions = async () => createUsedSolutions({ database: await openTestDatabase(), redis: null });

test('if nothing can be written, a message with a solution is still accepted', async () => {
  const file = path.join(temporaryDirectory(), 'mail.sqlite');
  await writeFile(file, 'not a database, but long enough to be mistaken for one'.repeat(100));

  const solutions = createUsedSolutions({ database: createMailDatabase(file), redis: null });
  expect(await solutions.bind('solution', 'first')).toBe('first');
});

test('solutions that are no longer valid are removed by the next one', async () => {
  const solutions = await openSolutions();
  await solutions.bind('solution', 'first');
  await solutions.bind('another', 'second');
  expect(await solutions.messageOf('solution')).toBe('first');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  await solutions.bind('later', 'third');
  expect(await solutions.messageOf('solution')).toBeNull();
});
