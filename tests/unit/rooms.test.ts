import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * The rooms below `src/` and what each may import from the others (docs/architecture.md). `types` are rooms whose
 * types alone may be imported.
 */
type Room = { readonly may: readonly string[]; readonly types?: readonly string[]; readonly files?: readonly string[] };

const ROOMS: Readonly<Record<string, Room>> = {
  pages: {
    may: ['sections', 'blocks', 'islands', 'content', 'site'],
    files: [
      'framework/route.ts',
      'framework/route-verdict.ts',
      'framework/posted.ts',
      'framework/client/',
      'mail/form-start.ts',
    ],
  },
  sections: {
    may: ['blocks', 'islands', 'site'],
    types: ['content'],
    files: ['forms/choices.ts', 'forms/countries.ts'],
  },
  blocks: { may: ['islands', 'site'], types: ['content'] },
  islands: {
    may: ['actions', 'blocks', 'forms'],
    types: ['content'],
    files: ['framework/client/consent/', 'framework/client/closest.ts', 'framework/client/held-clicks.ts'],
  },
  actions: { may: ['forms', 'mail', 'site'], files: ['framework/visitor.ts', 'framework/posted.ts'] },
  forms: { may: [] },
  mail: { may: ['forms'] },
  content: { may: [] },
  site: { may: [] },
  framework: {
    may: ['site'],
    files: [
      'content/reader.ts',
      'content/cms-metrics.ts',
      'mail/mail.ts',
      'mail/bounded-body.ts',
      'mail/client-address.ts',
      'mail/origin.ts',
      'mail/redis.ts',
      'waku.client.tsx',
    ],
  },
  styles: { may: [] },
};

const SHARED = ['env.ts', 'log.ts'];
const NEVER_READS_SETTINGS = new Set(['islands', 'blocks', 'sections', 'pages', 'forms', 'styles']);

type Import = { readonly file: string; readonly source: string; readonly isType: boolean };
type Source = { readonly file: string; readonly directives: readonly string[]; readonly imports: readonly Import[] };

const sourceFiles = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.relative('src', path.join(entry.parentPath, entry.name)));

const readSource = (file: string): Source => {
  const { program, module } = parseSync(file, readFileSync(path.join('src', file), 'utf8'));
  const directives = program.body.flatMap((node) =>
    node.type === 'ExpressionStatement' && 'directive' in node && node.directive ? [node.directive] : [],
  );
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    file,
    source: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ file, source: moduleRequest.value, isType }] : [],
    ),
  );
  return { file, directives, imports: [...statics, ...exported] };
};

const sources = sourceFiles.map(readSource);
const roomOf = (file: string): string => file.split('/')[0] ?? '';
const targetOf = ({ file, source }: Import): string | null =>
  source.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), source)) : null;

const isAllowed = (entry: Import): boolean => {
  const target = targetOf(entry);
  const room = roomOf(entry.file);
  const rules = ROOMS[room];
  if (target === null || target.startsWith('..') || !rules) return true;
  if (SHARED.includes(target)) return !NEVER_READS_SETTINGS.has(room) || target === 'log.ts';
  const other = roomOf(target);
  return (
    other === room ||
    other === 'styles' ||
    rules.may.includes(other) ||
    (entry.isType && (rules.types ?? []).includes(other)) ||
    (rules.files ?? []).some((file) => target.startsWith(file))
  );
};

test('imports between the rooms go only where the table of the architecture lets them', () => {
  const wrong = sources.flatMap(({ imports }) => imports.filter((entry) => !isAllowed(entry)));

  expect(wrong.map(({ file, source }) => `${file} imports ${source}`)).toEqual([]);
});

test('every file below src/ is in a room or is an entry', () => {
  const entries = new Set(['env.ts', 'log.ts', 'waku.server.tsx', 'waku.client.tsx']);

  expect(sourceFiles.filter((file) => !(roomOf(file) in ROOMS) && !entries.has(file))).toEqual([]);
});

test('client code is in the islands, server actions are in the actions', () => {
  const clients = sources.filter(({ directives }) => directives.includes('use client'));
  const servers = sources.filter(({ directives }) => directives.includes('use server'));

  expect(clients.filter(({ file }) => !/^(?:islands|framework\/client)\//.test(file)).map(({ file }) => file)).toEqual(
    [],
  );
  expect(servers.filter(({ file }) => !file.startsWith('actions/')).map(({ file }) => file)).toEqual([]);
});

test('what Waku calls unstable is named in one module', () => {
  const mayNameWaku = /^(?:framework\/waku\.ts$|framework\/client\/|waku\.client\.tsx$)/;
  const wrong = sources.flatMap(({ imports }) =>
    imports.filter(({ file, source }) => /^waku(?:\/|$)/.test(source) && !mayNameWaku.test(file)),
  );

  expect(wrong.map(({ file, source }) => `${file} imports ${source}`)).toEqual([]);
});

test('a server module that holds content, settings or the server says that it must not reach a browser', () => {
  const guarded = sources.filter(
    ({ file }) => /^(?:content|mail|framework\/server)\//.test(file) && !file.endsWith('.tsx'),
  );
  const open = guarded.filter(({ imports }) => !imports.some(({ source }) => source === 'server-only'));

  expect(open.map(({ file }) => file)).toEqual([]);
});
