interface ImportMetaEnv {
  /** The id of the build, which is also in Waku's payloads and in `builds/latest.json`. */
  readonly WAKU_BUILD_ID?: string;
}

/** Waku's browser entry, under an alias of the Vite plugin because the package does not export it. */
declare module '#waku-browser-entry';
