declare global {
  interface Navigator {
    /** https://wicg.github.io/netinfo/, which only Chromium implements. */
    readonly connection?: { readonly saveData: boolean; readonly effectiveType: 'slow-2g' | '2g' | '3g' | '4g' };
  }
}

/** Whether the visitor asks to save data, or the connection is slow. Only Chromium tells. */
export const isDataScarce = (): boolean => {
  const { connection } = navigator;
  return connection !== undefined && (connection.saveData || connection.effectiveType !== '4g');
};
