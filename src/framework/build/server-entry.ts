/** The server that `createSite` returns, from a module that Waku has built. */
export const serverOf = async <Server>(module: Promise<{ readonly unstable_serverEntry: Server }>): Promise<Server> =>
  (await module).unstable_serverEntry;
