import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Licences whose conditions the project meets (docs/supply-chain.md). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
]);

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

/**
 * The production dependencies by licence, as `name@version`, from package-lock.json. Licences and packages are sorted.
 */
const listLicences = (): ReadonlyMap<string, readonly string[]> => {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const production = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({
      licence: license ?? 'unknown',
      name: `${path.split('node_modules/').at(-1)}@${version}`,
    }))
    .toSorted((a, b) => a.licence.localeCompare(b.licence) || a.name.localeCompare(b.name));
  return new Map(
    Object.entries(Object.groupBy(production, ({ licence }) => licence)).map(([licence, entries]) => [
      licence,
      [...new Set(entries?.map(({ name }) => name))],
    ]),
  );
};

/** `npm run licences`: the exit code is 1 if a package has a licence that is not allowed. The job `audit` of the CI workflow runs it. */
const licences = listLicences();
for (const [licence, names] of licences) console.log(`${licence} (${names.length})\n  ${names.join('\n  ')}\n`);
const rejected = [...licences].filter(([licence]) => !ALLOWED.has(licence));
for (const [licence, names] of rejected) console.error(`${licence} is not an allowed licence: ${names.join(', ')}`);
if (rejected.length > 0) process.exitCode = 1;
