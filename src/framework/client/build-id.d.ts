interface ImportMetaEnv {
  /** The id of the build; Waku's payloads and `builds/latest.json` carry the same. */
  readonly WAKU_BUILD_ID?: string;
}
