/** The package has no types. These cover what the tests use. */
declare module 'react-server-dom-webpack/server.node' {
  export const renderToReadableStream: (
    model: unknown,
    clientModules?: Readonly<Record<string, unknown>>,
    options?: { readonly onError: (error: unknown) => void },
  ) => ReadableStream<Uint8Array>;
}
