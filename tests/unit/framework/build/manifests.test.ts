import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeManifests } from '../../../../src/framework/build/manifests.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('the manifests name the latest build, its prerendered paths and the chunks of its pages', () => {
  const folder = temporaryDirectory();
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, 'builds', name), 'utf8'));
  writeManifests(folder, { id: 'abc', timestamp: 1, pages: ['/', '/faq'], chunks: { '/faq': ['assets/faq.js'] } });

  expect(read('latest.json')).toEqual({ id: 'abc', timestamp: 1 });
  expect(read('meta/abc.json')).toEqual({
    id: 'abc',
    timestamp: 1,
    matcher: { static: { '/': { prerender: true }, '/faq': { prerender: true } }, wildcard: {}, dynamic: {} },
    prerendered: ['/', '/faq'],
  });
  expect(read('chunks/abc.json')).toEqual({ '/faq': ['assets/faq.js'] });
});
