import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createSolutionClaims } from '../../../src/mail/solution-claims.ts';
import { temporaryDirectory } from '../../support/smtp-letters.ts';

afterEach(() => vi.useRealTimers());

const newDirectory = async (): Promise<string> => path.join(await temporaryDirectory(), 'captcha');

test('a solution is bound to the first message that claims it', async () => {
  const claims = createSolutionClaims(null, await newDirectory());
  expect(await claims.ownerOf('solution')).toBeNull();

  expect(await Promise.all(['first', 'second'].map((message) => claims.claim('solution', message)))).toEqual([
    'first',
    'first',
  ]);
  expect(await claims.ownerOf('solution')).toBe('first');
  expect(await claims.claim('another', 'second')).toBe('second');
});

test('a solution that two instances with one directory claim at once is bound to one message', async () => {
  const directory = await newDirectory();
  const [here, there] = [createSolutionClaims(null, directory), createSolutionClaims(null, directory)];

  for (let round = 0; round < 20; round += 1) {
    const owners = await Promise.all([here.claim(`${round}`, 'here'), there.claim(`${round}`, 'there')]);
    expect(new Set(owners).size).toBe(1);
    expect(await createSolutionClaims(null, directory).ownerOf(`${round}`)).toBe(owners[0]);
  }
});

test('if nothing can be written, claims are still held in memory', async () => {
  const directory = path.join(await temporaryDirectory(), 'captcha');
  await writeFile(directory, 'a file where the directory should be');
  const claims = createSolutionClaims(null, directory);

  expect(await claims.claim('solution', 'first')).toBe('first');
  expect(await claims.claim('solution', 'second')).toBe('first');
});

test('claims of expired solutions are removed', async () => {
  const directory = await newDirectory();
  const claims = createSolutionClaims(null, directory);
  await claims.clean();
  await claims.claim('solution', 'first');
  await claims.clean();
  expect(await readdir(directory)).toHaveLength(1);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
  await claims.clean();
  expect(await readdir(directory)).toEqual([]);
});
