import type { Plugin } from 'vite';

type Imports = ReadonlyMap<string, readonly string[]>;

/** The files on a way by static imports that leads back to where it begins; null where there is none. */
export const findCycle = (imports: Imports): readonly string[] | null => {
  const done = new Set<string>();
  const follow = (way: readonly string[]): readonly string[] | null => {
    const last = way.at(-1) ?? '';
    for (const next of imports.get(last) ?? []) {
      if (way.includes(next)) return way.slice(way.indexOf(next));
      const circle = done.has(next) ? null : follow([...way, next]);
      if (circle) return circle;
    }
    done.add(last);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = done.has(file) ? null : follow([file]);
    if (circle) return circle;
  }
  return null;
};

/**
 * Ends a build in which the browser's files import one another in a circle. Which of them runs first is then a matter of
 * chance, and now and then a part is read before it is there: the page stays without React, and says nothing.
 */
export const rejectCircularChunks = (): Plugin => ({
  name: 'site:no-circles',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const imports: Imports = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [])),
    );
    const circle = findCycle(imports);
    if (circle) this.error(`Files of the browser import one another in a circle (CLIENT_CHUNKS): ${circle.join(', ')}`);
  },
});
