import type { Plugin } from 'vite';

const STYLE_SHEET = /\.css$/;
const LAYER_ORDER = /@layer [^{;]*;/g;
const RULE = /[^{}]+\{[^{}]*\}/g;

const rulesOf = (style: string): string[] =>
  style
    .replace(LAYER_ORDER, '')
    .replace(/@layer [^{;]*\{/g, '')
    .match(RULE)
    ?.map((rule) => rule.trim()) ?? [];

/**
 * Takes style sheets of islands out of the build where every rule of them is in the one sheet of the server components,
 * which is on every page anyway. The first paint waits for every sheet that a document names. Class names belong to one
 * module, so rules that read the same are the same.
 */
export const shareStyles = (): Plugin => {
  let pageRules = new Set<string>();

  return {
    name: 'site:shared-styles',
    apply: 'build',
    // One instance sees both the server's sheet and, after it, those of the islands.
    sharedDuringBuild: true,
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        const isCovered = (file: string): boolean => {
          const asset = bundle[file];
          return asset?.type === 'asset' && rulesOf(String(asset.source)).every((rule) => pageRules.has(rule));
        };
        const covered = Object.keys(bundle).filter((file) => STYLE_SHEET.test(file) && isCovered(file));
        for (const file of covered) delete bundle[file];
        for (const output of Object.values(bundle))
          if (output.type === 'chunk') for (const file of covered) output.viteMetadata?.importedCss.delete(file);
      },
    },
    // Once the files are written, the sheet is complete.
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'rsc') return;
      const sheets = Object.values(bundle).filter(
        (output) => output.type === 'asset' && STYLE_SHEET.test(output.fileName),
      );
      pageRules = new Set(sheets.flatMap((sheet) => (sheet.type === 'asset' ? rulesOf(String(sheet.source)) : [])));
    },
  };
};
