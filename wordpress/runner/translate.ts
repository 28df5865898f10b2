import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackWpCli } from './distribution.ts';
import type { Log } from './log.ts';
import { ensurePhp } from './php.ts';

const run = promisify(execFile);

const PLUGIN = join(import.meta.dirname, '../plugin/site-companion');
const TEMPLATE = 'site-companion.pot';
const GERMAN = 'site-companion-de_DE.po';

/** Fixed values for headers that would otherwise change the files in every run. */
const HEADERS = JSON.stringify({
  'POT-Creation-Date': '',
  'Report-Msgid-Bugs-To': '',
  'X-Generator': 'WP-CLI',
});

type Options = {
  /** The plugin's directory `languages`, or a copy of it, in which the files are updated. */
  readonly directory: string;
  /** The directory of downloads. */
  readonly cache: string;
  readonly log: Log;
};

/** The texts of `schema.json` that editors see. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'default') return [];
    return typeof inner === 'string' && ['label', 'help', 'itemLabel'].includes(key) ? [inner] : textsOf(inner);
  });
};

const toTemplate = (texts: readonly string[]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${texts
    .map((text) => `msgid ${JSON.stringify(text)}\nmsgstr ""\n`)
    .join('\n')}`;

/** Removes the comments that name source files and lines (`#:`), because they change with every edit of a source. */
const withoutReferences = (text: string): string => text.replace(/^#: .*\n/gm, '');

/** The source texts whose translation is empty. */
const findMissing = (po: string): readonly string[] =>
  po
    .split('\n\n')
    .slice(1)
    .filter((entry) => /^msgstr(?:\[\d\])? ""$(?!\n")/m.test(entry))
    .map((entry) => /^msgid ((?:".*"\n?)+)/m.exec(entry)?.[1]?.trim() ?? entry);

/**
 * Updates the template from the sources of the plugin, the German translation from the template, and the files that WordPress loads.
 *
 * @returns the texts that are not translated into German.
 */
export const updateTranslations = async ({ directory, cache, log }: Options): Promise<readonly string[]> => {
  await ensurePhp(log);
  const wpCli = await unpackWpCli(cache, log);
  const i18n = (...command: readonly string[]) =>
    run('php', ['-d', 'memory_limit=1G', wpCli, '--allow-root', 'i18n', ...command], { maxBuffer: 10_000_000 });
  const template = join(directory, TEMPLATE);
  const german = join(directory, GERMAN);

  const schema: unknown = JSON.parse(await readFile(join(PLUGIN, 'schema.json'), 'utf8'));
  const schemaTemplate = join(directory, 'schema.pot');
  await writeFile(schemaTemplate, toTemplate([...new Set(textsOf(schema))].sort()));
  await i18n(
    'make-pot',
    PLUGIN,
    template,
    '--slug=site-companion',
    '--domain=site-companion',
    `--headers=${HEADERS}`,
    `--merge=${schemaTemplate}`,
    '--file-comment=This file is distributed under the GPL-2.0-or-later.',
  );
  await i18n('update-po', template, german);
  await Promise.all(
    (await readdir(directory)).filter((name) => /\.(?:mo|json)$/.test(name)).map((name) => rm(join(directory, name))),
  );
  await i18n('make-mo', german);
  await i18n('make-json', german, '--no-purge', '--pretty-print');

  for (const file of [template, german]) await writeFile(file, withoutReferences(await readFile(file, 'utf8')));
  await rm(schemaTemplate);
  return findMissing(await readFile(german, 'utf8'));
};
