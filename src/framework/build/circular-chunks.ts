import type { Plugin } from 'vite';

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The files that import themselves through others, and those that import such files. */
export const listCircular = (imports: ImportGraph): readonly string[] => {
  const rest = new Map(imports);
  for (let size = Infinity; rest.size < size; ) {
    size = rest.size;
    for (const [file, imported] of rest) if (!imported.some((other) => rest.has(other))) rest.delete(file);
  }
  return [...rest.keys()];
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
    const circular = listCircular(imports);
    if (circular.length > 0)
      this.error(`Circular imports between chunks, see the option "chunks": ${circular.join(', ')}`);
  },
});
