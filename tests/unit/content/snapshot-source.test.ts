import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createSnapshotSource } from '../../../src/content/snapshot-source.ts';

const Ids = z.array(z.object({ id: z.number() }).transform(({ id }) => id));

/** Creates a snapshot with one question per `menu_order`, with ids from 1, and returns a function that reads it. */
const createReader = async (menuOrders: readonly number[]) => {
  const root = await mkdtemp(join(tmpdir(), 'snapshot-'));
  const folder = join(root, 'private/content/wp-json/wp/v2');
  const questions = menuOrders.map((menu_order, index) => ({
    id: index + 1,
    date: `2026-01-0${index + 1}`,
    menu_order,
  }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'faq.json'), JSON.stringify(questions));
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root);
  onTestFinished(async () => {
    cwd.mockRestore();
    await rm(root, { recursive: true });
  });
  const source = createSnapshotSource();
  const read = async (query: Record<string, string>) => (await source.read('/wp-json/wp/v2/faq', query, Ids)).value;
  return Object.assign(read, { forget: source.forget, file: join(folder, 'faq.json') });
};

test('a changed file is read again only after forget()', async () => {
  const read = await createReader([1, 2]);
  await read({});
  await writeFile(read.file, '[{ "id": 7 }]');

  expect(await read({})).toHaveLength(2);
  read.forget();
  expect(await read({})).toEqual([7]);
});

test('questions are in the order that editors chose', async () => {
  const read = await createReader([3, 1, 2]);

  expect(await read({ order: 'asc' })).toEqual([2, 3, 1]);
});

test('questions without a chosen order are in the order of their dates', async () => {
  const read = await createReader([0, 0, 0]);

  expect(await read({ order: 'asc' })).toEqual([1, 2, 3]);
  expect(await read({})).toEqual([3, 2, 1]);
});

test('questions that are requested by id are in the order of the ids, unless the request sets orderby', async () => {
  const read = await createReader([1, 2, 3]);

  expect(await read({ include: '3,1,2', order: 'asc' })).toEqual([3, 1, 2]);
  expect(await read({ include: '3,1,2', order: 'asc', orderby: 'id' })).toEqual([1, 2, 3]);
});
