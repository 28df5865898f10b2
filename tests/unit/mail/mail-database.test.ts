import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '../../../src/framework/log.ts';
import { createMailDatabase } from '../../../src/mail/mail-database.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const newFile = async (): Promise<string> => path.join(temporaryDirectory(), 'data', 'mail.sqlite');

const open = (file: string, location?: URL) => {
  const database = createMailDatabase(file, location);
  onTestFinished(database.close);
  return database;
};

const messageCount = (file: string, location?: URL): Promise<unknown> =>
  open(file, location).run((database) => database.prepare('SELECT count(*) AS count FROM messages').get()?.count);

test('only the owner can read the files', async () => {
  const file = await newFile();
  expect(await messageCount(file)).toBe(0);

  for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
});

test('a disk without write-ahead logging is used all the same, with a warning', async () => {
  const file = await newFile();
  const warn = vi.spyOn(log, 'warn');
  // This way of locking supports no shared memory, like some network file systems.
  const location = pathToFileURL(file);
  location.searchParams.set('vfs', 'unix-dotfile');

  expect(await messageCount(file, location)).toBe(0);
  expect(warn).toHaveBeenCalledWith({ mode: 'delete' }, expect.stringContaining('write-ahead logging'));
});

test.each([
  [
    'that is damaged',
    async (file: string) => writeFile(file, (await readFile(file)).fill('x', 100, 12_000)),
    'it is damaged',
  ],
  ['that is not a database', (file: string) => writeFile(file, 'text '.repeat(1_000)), 'it is not a database'],
  [
    'of a newer version',
    async (file: string) => {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
    'it was written by a newer version of the site (99)',
  ],
])('a file %s is not touched, and the error says what to do', async (_case, spoil, advice) => {
  const file = await newFile();
  const first = createMailDatabase(file);
  await first.run(() => undefined);
  first.close();
  await spoil(file);
  const before = await readFile(file);

  const error = await messageCount(file).catch((reason: unknown) => reason);
  expect(String(error)).toContain(`${file} cannot be used: ${advice}`);
  expect(await readFile(file)).toEqual(before);
});

test.each([
  ['removed', (directory: string) => rm(directory, { recursive: true })],
  [
    'replaced',
    async (directory: string) => {
      await rename(directory, `${directory}-old`);
      await mkdir(directory);
      await createMailDatabase(path.join(directory, 'mail.sqlite')).run(() => undefined);
    },
  ],
])('what was stored is stored again after the directory was %s', async (_case, spoil) => {
  const file = await newFile();
  const database = open(file);
  const insert = (name: string) => database.run((sqlite) => sqlite.exec(`INSERT INTO secrets VALUES ('${name}', '')`));
  await insert('before');
  await spoil(path.dirname(file));
  await insert('after');

  const names = await open(file).run((sqlite) => sqlite.prepare('SELECT name FROM secrets ORDER BY name').all());
  expect(names).toEqual([{ name: 'after' }, { name: 'before' }]);
});

test('a transaction that fails writes nothing', async () => {
  const database = open(await newFile());
  const fail = (): never => {
    throw new Error('in the middle');
  };
  await expect(
    database.run((sqlite) => {
      sqlite.exec(`INSERT INTO secrets VALUES ('a', 'b')`);
      fail();
    }),
  ).rejects.toThrow('in the middle');

  expect(await database.run((sqlite) => sqlite.prepare('SELECT * FROM secrets').all())).toEqual([]);
});
