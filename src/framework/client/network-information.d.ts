/** https://wicg.github.io/netinfo/, which only Chromium implements. */
interface Navigator {
  readonly connection?: { readonly saveData: boolean; readonly effectiveType: 'slow-2g' | '2g' | '3g' | '4g' };
}
