/** The package has no types of its own; this is what the tests use of it. */
declare module 'react-server-dom-webpack/server.node' {
  export const renderToReadableStream: (
    model: unknown,
    clientModules: Readonly<Record<string, unknown>>,
    options: { readonly onError: (error: unknown) => void },
  ) => ReadableStream<Uint8Array>;
}
