import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

/**
 * The production dependencies by licence, as `name@version`, from package-lock.json. Licences and packages are sorted.
 */
export const listLicences = (): ReadonlyMap<string, readonly string[]> => {
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

if (import.meta.main) {
  for (const [licence, names] of listLicences()) console.log(`${licence} (${names.length})\n  ${names.join('\n  ')}\n`);
}
