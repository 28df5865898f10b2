import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteAnswerStore } from '../../../src/content/sqlite-answer-store.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const DAY_MS = 86_400_000;

const openStore = () => {
  const store = createSqliteAnswerStore(path.join(temporaryDirectory(), 'content.sqlite'), 'cms');
  onTestFinished(store.close);
  return store;
};

const answer = (id: number, { json = '[]', ageMs = 0 } = {}) => ({
  path: `/answer/${id}`,
  json,
  totalPages: 1,
  requestedAt: Date.now() - ageMs,
});

test('the newest 5,000 answers are kept', async () => {
  const store = openStore();
  await store.write(Array.from({ length: 5_010 }, (_, at) => answer(at, { ageMs: at * 1_000 })));

  expect(await store.read('/answer/4999')).not.toBeNull();
  expect(await store.read('/answer/5000')).toBeNull();
});

test('the newest answers of 64 MiB are kept', async () => {
  const store = openStore();
  const json = 'x'.repeat(25 * 1024 * 1024);
  await store.write([1, 2, 3].map((id) => answer(id, { json, ageMs: id * 1_000 })));

  expect(await store.read('/answer/2')).not.toBeNull();
  expect(await store.read('/answer/3')).toBeNull();
});

test('answers and purges are kept for 30 days', async () => {
  const store = openStore();
  await store.writePurge(['young'], Date.now() - 29 * DAY_MS);
  await store.writePurge(['old'], Date.now() - 31 * DAY_MS);
  await store.write([answer(1, { ageMs: 29 * DAY_MS }), answer(2, { ageMs: 31 * DAY_MS })]);

  expect(await store.read('/answer/1')).not.toBeNull();
  expect(await store.read('/answer/2')).toBeNull();
  expect([...(await store.listPurges()).keys()]).toEqual(['young']);
});
