/** Written by the build: the modules that hold server actions, by the first half of an action's id. */
declare module 'virtual:vite-rsc/server-references' {
  const references: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> | undefined;
  export default references;
}
