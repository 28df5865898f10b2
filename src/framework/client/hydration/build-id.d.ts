interface ImportMetaEnv {
  /** The id of the build, which is also in Waku's payloads and in `builds/latest.json`. */
  readonly WAKU_BUILD_ID?: string;
}
