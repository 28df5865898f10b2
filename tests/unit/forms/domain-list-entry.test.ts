import { openAsBlob } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addFile, checkList } from '../../../src/forms/domain-list-entry.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('the summary of a list that is too long is an error message', () => {
  expect(checkList('a.com,'.repeat(20_002))).toEqual({
    summary: 'The list has more than 20,000 entries.',
    rejected: [],
  });
});

test('a file that has been deleted since it was chosen gets an error message', async () => {
  const source = path.join(temporaryDirectory(), 'list.txt');
  await writeFile(source, 'one.com\n');
  const file = new File([await openAsBlob(source)], 'list.txt');
  await rm(source);

  expect(await addFile(file, Object.create(null))).toEqual({
    text: 'list.txt can’t be read. Please choose it again.',
    isError: true,
  });
});

test('an empty file gets an error message', async () => {
  expect(await addFile(new File(['\n'], 'list.txt'), Object.create(null))).toEqual({
    text: 'list.txt is empty.',
    isError: true,
  });
});
