import type { Plugin } from 'vite';

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The files of a cycle of static imports; null if there is none. */
export const findCycle = (imports: ImportGraph): readonly string[] | null => {
  const visited = new Set<string>();
  const visit = (path: readonly string[]): readonly string[] | null => {
    const file = path.at(-1) ?? '';
    for (const imported of imports.get(file) ?? []) {
      if (path.includes(imported)) return path.slice(path.indexOf(imported));
      const cycle = visited.has(imported) ? null : visit([...path, imported]);
      if (cycle) return cycle;
    }
    visited.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = visited.has(file) ? null : visit([file]);
    if (cycle) return cycle;
  }
  return null;
};

/**
 * Fails a build whose browser chunks import one another in a cycle. The order in which such chunks run would depend on
 * which of them is loaded first, and code could read an export before it is initialized, so the page would not be
 * hydrated.
 */
export const rejectCircularChunks = (): Plugin => ({
  name: 'framework:circular-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const imports: ImportGraph = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [])),
    );
    const cycle = findCycle(imports);
    if (cycle) this.error(`Circular imports between chunks, see the option "chunks": ${cycle.join(' → ')}`);
  },
});
