import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Rules that Biome cannot express (`npm run lint`). Each returns a list of problems, which starts with the file that has to change.
 */

const read = (file: string): string => readFileSync(file, 'utf8');

const sources = globSync('src/**/*.{ts,tsx}');

/** The class names that a CSS module exports; `:global` ones belong to the HTML of editors. */
const classesOf = (cssModule: string): ReadonlySet<string> => {
  const selectors = read(cssModule).replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)|:global\([^)]*\)/gs, '');
  return new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name));
};

/** Vite types every class name as existing, so TypeScript does not report a misspelt one. */
const listUnknownClasses = (): string[] =>
  sources.flatMap((file) => {
    const source = read(file);
    return Array.from(source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)).flatMap(
      ([statement, local = '', specifier = '']) => {
        const known = classesOf(path.join(path.dirname(file), specifier));
        const used = Array.from(
          source.replace(statement, '').matchAll(new RegExp(`(?<![-\\w])${local}\\.(\\w+)`, 'g')),
          ([, name = '']) => name,
        );
        return used.filter((name) => !known.has(name)).map((name) => `${file}: ${specifier} has no class ${name}.`);
      },
    );
  });

/**
 * A form token contains the time at which the form was rendered, so that the server can tell how long filling it in took. A page with
 * such a token may therefore be cached for one second only (docs/decisions/0047).
 */
const listFormsCachedTooLong = (): string[] => {
  const features = sources
    .filter((file) => file.startsWith('src/features/') && read(file).includes('issueFormToken('))
    .map((file) => `/features/${path.basename(path.dirname(file))}/`);
  return sources
    .filter((file) => file.startsWith('src/pages/') && features.some((feature) => read(file).includes(feature)))
    .filter((page) => !read(page).includes('export const revalidate = 1;'))
    .map((page) => `${page}: a page with a form needs "export const revalidate = 1;".`);
};

/** A site gets another name by one setting, so the default name may not be written anywhere else. */
const listNames = (): string[] => {
  const [, name = ''] = /SITE_NAME: text\('(.+)'\)/.exec(read('src/env.ts')) ?? [];
  if (name === '') return ['src/env.ts: lint/sources.ts does not find the default of SITE_NAME.'];
  return globSync('{src,private,public}/**/*.{ts,tsx,css,svg,json,html}')
    .filter((file) => file !== 'src/env.ts' && read(file).includes(name))
    .map((file) => `${file}: use SITE_NAME instead of its default "${name}".`);
};

/** The files of the examples in CONTRIBUTING.md, which do not exist. */
const EXAMPLES = ['src/pages/(default)/pricing.tsx', 'src/features/pricing/'];
const CODE = /`[^`\n]+`/g;
const PATH = /(?<![\w./*-])(?:src|tests|docs|private|wordpress|lint|deploy)\/[^\s`,;:]*/g;
const PLACEHOLDER = /[*{]/;

/** Documents of the present; those in `archive` describe earlier states. */
const listMissingFiles = (): string[] =>
  ['README.md', 'CONTRIBUTING.md', 'src/framework/README.md', ...globSync('docs/**/*.md')]
    .filter((document) => !document.includes('/archive/'))
    .flatMap((document) => {
      const paths = (read(document).match(CODE) ?? []).flatMap((text) => text.match(PATH) ?? []);
      return paths
        .filter((name) => !PLACEHOLDER.test(name) && !EXAMPLES.includes(name) && !existsSync(name))
        .map((name) => `${document}: there is no ${name}.`);
    });

const problems = [...listUnknownClasses(), ...listFormsCachedTooLong(), ...listNames(), ...listMissingFiles()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
