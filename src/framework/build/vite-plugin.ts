import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import { rejectCircularChunks } from './circular-chunks.ts';
import { completeBuild } from './complete-build-plugin.ts';
import { developmentServer, forgetRemovedPages } from './development-server.ts';

/** Modules that are always loaded together and so become one chunk: one file compresses better than ten. */
type ChunkGroup = {
  readonly name: string;
  /**
   * Matches the paths of the modules. It must not match a module that the boot script imports: the boot script would
   * have to wait for React.
   */
  readonly test: RegExp | ((id: string) => boolean);
  /** Only modules that at least this many chunks share become part of the group. */
  readonly minShareCount?: number;
};

type FrameworkOptions = {
  /** The cascade layers of the style sheets, if there are any; each overrides those before it. */
  readonly layers?: readonly string[];
  readonly chunks?: readonly ChunkGroup[];
  /**
   * Packages that the server loads from `node_modules` at run time: native code, and packages that read their own
   * files.
   */
  readonly external?: readonly string[];
};

/** The site's browser entry, under the name that Waku gives it. It calls `boot` (`client/boot.ts`). */
const BROWSER_MODULE = 'src/waku.client.ts';

/** `/framework/client/`. Ids of modules that the bundler generates contain only a part of the path. */
const CLIENT = `/${path.basename(path.resolve(import.meta.dirname, '..'))}/client/`;

const FRAMEWORK_CHUNKS: readonly ChunkGroup[] = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|react-server-dom-webpack|scheduler)\// },
  { name: 'navigation', test: (id) => id.includes(`${CLIENT}components/`) || id.includes(`${CLIENT}first-use`) },
];

/** The class names of CSS modules. They are short, because the style sheet and every document contain them. */
const toClassName = (name: string, file: string): string => {
  const [source = ''] = path.relative('.', file).split('?');
  return `${name}_${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`;
};

const toConfig = ({ chunks = [], external = [] }: FrameworkOptions): UserConfig => {
  const waku = path.dirname(createRequire(import.meta.url).resolve('waku/package.json'));
  return {
    css: { modules: { generateScopedName: toClassName } },
    resolve: {
      alias: {
        '#waku-browser-entry': path.join(waku, 'dist/lib/vite-entries/entry.browser.js'),
        // Waku's browser entry imports this module. Without the alias, this module would be the boot script, which
        // imports Waku's browser entry: a cycle.
        'virtual:vite-rsc-waku/client-entry': path.resolve(
          import.meta.dirname,
          '../client/hydration/hydrate-document.tsx',
        ),
      },
    },
    environments: {
      // One style sheet for all server components, which every page shares. Lazy client components have style sheets of
      // their own.
      rsc: { build: { cssCodeSplit: false }, resolve: { external: [...external] } },
      client: {
        build: {
          // The browser entry needs no preloads: each document lists the chunks that are loaded together with React
          // (`data-chunks`).
          modulePreload: { resolveDependencies: (file, files) => (file.includes('entry.browser') ? [] : files) },
          rolldownOptions: {
            input: { index: path.resolve(BROWSER_MODULE) },
            output: {
              codeSplitting: { includeDependenciesRecursively: false, groups: [...FRAMEWORK_CHUNKS, ...chunks] },
            },
          },
        },
      },
    },
  };
};

/** Vite's types lack the options of the plugin for React Server Components. */
type RscConfig = UserConfig & { readonly rsc: { readonly rscCssTransform: { filter: (file: string) => boolean } } };

/**
 * In a build all server components share one style sheet, so only the root layout links it. By default, every server
 * component that imports a style sheet links it, and these links would be a fifth of the payload of `/`.
 */
const linkStylesOnce = (): Plugin => ({
  name: 'framework:link-styles-once',
  apply: 'build',
  config: {
    // Before the plugin for React Server Components, which reads its options in the same hook.
    order: 'pre',
    handler: (): RscConfig => ({
      rsc: { rscCssTransform: { filter: (file) => path.basename(file) === '_root.tsx' } },
    }),
  },
});

/**
 * Makes every style sheet declare the order of the layers. The first style sheet of a document decides it, and React may put the
 * style sheet of a client component before that of the root layout.
 */
const declareLayers = (layers: readonly string[]): Plugin => ({
  name: 'framework:declare-layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css(?:$|\?)/, code: '@layer' },
    handler: (code) => ({ code: `@layer ${layers.join(', ')};${code}`, map: null }),
  },
});

/**
 * Makes Chromium compile all functions of a chunk in the background when it is fetched, instead of each when it is called:
 * React and the client components are fetched long before they run. The boot script, which runs at once, has no hint.
 *
 * https://v8.dev/blog/explicit-compile-hints
 */
const hintCompilation = (): Plugin => ({
  name: 'framework:hint-compilation',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // The hint has to be the first line. Vite puts a line there in the same hook, so this handler runs after it.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && !file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
});

/** Configures Vite for a Waku site that uses the framework. This is what `waku.config.ts` imports. */
export const siteFramework = (options: FrameworkOptions = {}): Plugin[] => [
  ...(options.layers ? [declareLayers(options.layers)] : []),
  linkStylesOnce(),
  hintCompilation(),
  {
    name: 'framework',
    // After Waku's own plugin, whose browser entry is replaced.
    config: { order: 'post', handler: () => toConfig(options) },
  },
  developmentServer(),
  forgetRemovedPages(),
  completeBuild(),
  rejectCircularChunks(),
];
