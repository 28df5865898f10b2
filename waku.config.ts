import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'waku/config';
import { rejectCircularChunks } from './src/framework/build/circular-chunks.ts';
import { readEnvFile } from './src/framework/build/env-file.ts';
import { shareStyles } from './src/framework/build/shared-styles.ts';

// For `npm run dev`, whose command is Waku's own.
readEnvFile();

const wakuFolder = path.dirname(createRequire(import.meta.url).resolve('waku/package.json'));

/** Lets the development server answer through the same front as production does. */
const frontInDevelopment = (): Plugin => ({
  name: 'site:front',
  apply: 'serve',
  configureServer(server) {
    const { rsc } = server.environments;
    const entries = rsc?.config.build.rolldownOptions.input;
    if (!rsc || !('runner' in rsc) || typeof entries !== 'object' || Array.isArray(entries)) return;
    // Vite types a runner on one of its own classes only, and what it imports not at all: this is our own server's entry.
    const runner = rsc.runner as { import: (id: string) => Promise<ServerModule> };
    server.middlewares.use((request, response, next) => {
      runner
        .import(entries.index ?? '')
        .then(({ unstable_serverEntry }) => unstable_serverEntry.front(request, response, next))
        .catch(next);
    });
  },
});

type ServerModule = {
  readonly unstable_serverEntry: {
    readonly front: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  };
};

/** The boot script has no room for Vite's helper around dynamic imports. */
const ownPreload = (): Plugin => ({
  name: 'site:preload',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () =>
      `export { preload as __vitePreload } from ${JSON.stringify(path.resolve('src/framework/client/preload.ts'))};`,
  },
});

/** The name of a class in the output. Shorter than the usual one, since it stands in the style sheet and in every document. */
const toClassName = (name: string, file: string): string => {
  const [source = ''] = path.relative('.', file).split('?');
  return `${name}_${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`;
};

/**
 * What is always fetched together is one file, which packs better than ten. Modules that the boot script needs too are in
 * none of them: it would have to wait for React.
 */
const CLIENT_CHUNKS = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|react-server-dom-webpack|scheduler)\// },
  {
    name: 'navigation',
    test: /src\/framework\/client\/(?:[\w-]+\.client\.tsx|(?:link-target|page-chunks|progress-bar|scroll)\.ts)$/,
  },
  { name: 'field', test: /src\/blocks\/(?:button|input-field|whole-words)\// },
  {
    name: 'form',
    test: /src\/forms\/(?!(?:decode-list-file|domain-list|fields|form-payload|host-name|message|send-mail)\.ts)/,
    minShareCount: 2,
  },
];

export default defineConfig({
  // The build writes into a directory of its own first (src/framework/build/build.ts).
  distDir: process.env.BUILD_DIRECTORY ?? 'dist',
  vite: {
    css: { modules: { generateScopedName: toClassName } },
    plugins: [frontInDevelopment(), ownPreload(), shareStyles(), rejectCircularChunks()],
    // One id for everything that a deployment is told by: Waku's payloads, builds/latest.json, the boot script.
    ...(process.env.BUILD_ID
      ? { define: { 'import.meta.env.WAKU_BUILD_ID': JSON.stringify(process.env.BUILD_ID) } }
      : {}),
    resolve: { alias: { '#waku-browser-entry': path.join(wakuFolder, 'dist/lib/vite-entries/entry.browser.js') } },
    environments: {
      // Native code, and packages that read files beside their own, stay what npm installed. The styles of server
      // components are one file, which every page shares; what an island brings late brings its own.
      rsc: { build: { cssCodeSplit: false }, resolve: { external: ['sharp', 'bullmq', 'ioredis'] } },
      client: {
        build: {
          // The documents name what is fetched together with React (`data-parts`); the boot script has no room for it.
          modulePreload: {
            resolveDependencies: (file, files) => (file.includes('entry.browser') ? [] : files),
          },
          rolldownOptions: {
            input: { index: path.resolve('src/framework/client/boot.ts') },
            output: { codeSplitting: { includeDependenciesRecursively: false, groups: CLIENT_CHUNKS } },
          },
        },
      },
    },
  },
});
