import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * The assumptions of the framework about the files of Waku, React and the plugin for React Server Components. A test
 * that fails after an upgrade says which assumption no longer holds; src/framework/README.md says which module depends
 * on it. The documents that the packages write are checked on the built site (tests/faults/upstream-documents.test.ts).
 */

const { resolve } = createRequire(import.meta.url);
const waku = path.dirname(resolve('waku/package.json'));
const react = path.dirname(resolve('react-server-dom-webpack/package.json'));

const read = (directory: string, file: string): string => readFileSync(path.join(directory, file), 'utf8');

test.each([
  [
    'waku/adapter-builders exports unstable_createServerEntryAdapter',
    'dist/adapter-builders.js',
    'unstable_createServerEntryAdapter',
  ],
  ['waku/router/server exports fsRouter', 'dist/router/server.js', 'fsRouter'],
  ['waku/router/server exports unstable_redirect', 'dist/router/server.js', 'unstable_redirect'],
  ['waku/minimal/server exports unstable_getErrorInfo', 'dist/minimal/server.js', 'unstable_getErrorInfo'],
  ['waku/router/client exports useRouter', 'dist/router/client.js', 'useRouter'],
  [
    'the browser entry imports the client entry that we replace',
    'dist/lib/vite-entries/entry.browser.js',
    "import 'virtual:vite-rsc-waku/client-entry'",
  ],
  ['the command line is waku/cli.js', 'cli.js', './dist/cli.js'],
  ['the built server exports unstable_serverEntry', 'dist/lib/vite-entries/entry.server.js', 'unstable_serverEntry'],
  ['the first payload is read from __WAKU_INITIAL_RSC__', 'dist/lib/utils/initial-rsc.js', '__WAKU_INITIAL_RSC__'],
  ['encoded RSC paths end with .txt', 'dist/lib/utils/rsc-path.js', "rscPath + '.txt'"],
  ['calls of actions have the prefix F/', 'dist/lib/utils/rsc-path.js', "FUNC_PREFIX = 'F/'"],
  ['the development server reads .env and .env.local', 'dist/lib/vite-rsc/loader.js', "'.env.local',"],
  ['signals such as redirect() have a digest', 'dist/lib/utils/custom-errors.js', 'err.digest ='],
])('Waku: %s', (assumption, file, text) => {
  expect(read(waku, file).includes(text), `"${assumption}" does not hold: see docs/upgrading.md`).toBe(true);
});

test.each([
  ['form fields of bound actions begin with $ACTION_REF_', 'server.edge', '$ACTION_REF_'],
  ['form fields of other actions begin with $ACTION_ID_', 'server.edge', '$ACTION_ID_'],
  ['the state of a form has the field $ACTION_KEY', 'server.edge', '$ACTION_KEY'],
  ['a form in the arguments of an action is written as $K', 'client.browser', '"$K"'],
  ['a missing argument is written as $undefined', 'client.browser', '"$undefined"'],
])('React: %s', (assumption, build, text) => {
  const source = read(react, `cjs/react-server-dom-webpack-${build}.production.js`);

  expect(source.includes(text), `"${assumption}" does not hold: see docs/upgrading.md`).toBe(true);
});

test('the plugin for React Server Components lists server actions in virtual:vite-rsc/server-references', () => {
  const directory = path.join(waku, '../@vitejs/plugin-rsc/dist');
  const sources = readdirSync(directory).filter((name) => name.endsWith('.js'));

  expect(sources.some((name) => read(directory, name).includes('virtual:vite-rsc/server-references'))).toBe(true);
});
