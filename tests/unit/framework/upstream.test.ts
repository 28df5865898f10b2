import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/*
 * The assumptions of the framework about the files of Waku and React that hold no longer without failing another test;
 * src/framework/README.md says which module depends on them. The documents that the packages write are checked on the
 * built site (tests/faults/upstream-documents.test.ts).
 */

const { resolve } = createRequire(import.meta.url);

test.each([
  [
    'the browser entry of Waku imports the client entry that we replace',
    'waku/package.json',
    'dist/lib/vite-entries/entry.browser.js',
    "import 'virtual:vite-rsc-waku/client-entry'",
  ],
  [
    'the development server of Waku reads .env and .env.local',
    'waku/package.json',
    'dist/lib/vite-rsc/loader.js',
    "'.env.local',",
  ],
  [
    'form fields of actions without bound arguments begin with $ACTION_ID_',
    'react-server-dom-webpack/package.json',
    'cjs/react-server-dom-webpack-server.edge.production.js',
    '$ACTION_ID_',
  ],
  [
    'a missing argument of an action is written as $undefined',
    'react-server-dom-webpack/package.json',
    'cjs/react-server-dom-webpack-client.browser.production.js',
    '"$undefined"',
  ],
])('%s', (assumption, manifest, file, text) => {
  const source = readFileSync(new URL(file, `file://${resolve(manifest)}`), 'utf8');

  expect(source.includes(text), `"${assumption}" does not hold: see docs/upgrading.md`).toBe(true);
});
